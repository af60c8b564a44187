import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { event } from '@venue-booking/proto/events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { localMessaging } from '../messaging/localMessaging.ts';
import type { Delivery, Messaging } from '../messaging/messaging.ts';
import type { Sql } from '../postgres/sql.ts';
import type { Worker } from '../scheduling/worker.ts';
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { silentLog, type TestTransport, transports, until } from '../testing/testMessaging.ts';
import { inboxConsumer } from './inbox.ts';
import { appendEvents, startRelay } from './outbox.ts';

const SUBJECT = 'events.catalog.opening_exception_changed';
const facts = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) =>
    event(SUBJECT, { venueId: first + index, date: '2030-06-03', removed: true }),
  );
const venueOf = ({ payload }: Delivery) => (payload as { venueId?: number }).venueId ?? 0;

for (const [name, start] of Object.entries(transports)) {
  describe(`the outbox ${name}`, () => {
    let transport: TestTransport;
    let tables: TestDatabase;
    const relays: Worker[] = [];
    beforeAll(async () => {
      [transport, tables] = await Promise.all([start(), openTestDatabase(['catalog', 'availability'])]);
      await tables.pool.query('CREATE TABLE availability.effect (venue_id integer)');
    });
    afterAll(async () => {
      await transport.stop();
      await tables.close();
    });
    beforeEach(() =>
      tables.pool.query(
        'TRUNCATE catalog.outbox, catalog.outbox_storage, availability.inbox, availability.effect',
      ),
    );
    afterEach(async () => {
      await Promise.all(relays.splice(0).map((relay) => relay.stop()));
      await transport.reset();
    });

    const relayOn = (messaging: Messaging, pollMs: number) => {
      const relay = startRelay({
        database: tables.database,
        service: 'catalog',
        messaging,
        log: silentLog,
        pollMs,
      });
      relays.push(relay);
      return relay;
    };
    /** Records the events that a consumer receives; may reject some. */
    const consume = async (messaging: Messaging, refuses: (delivery: Delivery) => boolean = () => false) => {
      const heard: Delivery[] = [];
      const handle = async (delivery: Delivery) => {
        if (refuses(delivery)) throw new Error('not now');
        heard.push(delivery);
      };
      await messaging.consume({ name: 'availability', from: 'catalog', subjects: [SUBJECT], handle });
      return heard;
    };
    const append = (events = facts(1)) =>
      tables.database.$transaction((tx) => appendEvents(tx, 'catalog', events));
    const unpublished = async () =>
      (await tables.rows('SELECT FROM catalog.outbox WHERE published_at IS NULL')).length;

    it('publishes when woken after the commit, without waiting for the poll', async () => {
      const messaging = await transport.open();
      const heard = await consume(messaging);
      const relay = relayOn(messaging, 60_000);
      await sleep(200);
      const ids = await append(facts(3));
      relay.wake();
      await until(() => heard.length === 3);
      assert.deepEqual(heard.map(({ id }) => id).sort(), [...ids].sort());
      await until(async () => (await unpublished()) === 0);
    });

    it('publishes at the next poll without being woken', async () => {
      const messaging = await transport.open();
      const heard = await consume(messaging);
      relayOn(messaging, 50);
      await append();
      await until(() => heard.length === 1);
    });

    it('never publishes rolled back or uncommitted events', async () => {
      const messaging = await transport.open();
      const heard = await consume(messaging);
      const relay = relayOn(messaging, 20);
      await assert.rejects(
        tables.database.$transaction(async (tx) => {
          await appendEvents(tx, 'catalog', facts(1, 13));
          relay.wake();
          await sleep(200);
          throw new Error('changed my mind');
        }),
        /changed my mind/,
      );
      await append(facts(1, 14));
      await until(() => heard.length > 0);
      await sleep(100);
      assert.deepEqual(heard.map(venueOf), [14]);
    });

    it('returns unique ids in the order of the events', async () => {
      const ids = await append(facts(50));
      const rows = await tables.rows<{ id: string; venue: number }>(
        `SELECT id::text, coalesce((payload->>'venueId')::int, 0) AS venue FROM catalog.outbox ORDER BY seq`,
      );
      assert.deepEqual(
        rows,
        ids.map((id, venue) => ({ id, venue })),
      );
    });

    it('lets two relays publish every row, and each event is applied once', async () => {
      const [one, other] = [await transport.open(), await transport.open()];
      const handlers = {
        [SUBJECT]: async (tx: Sql, { venueId }: { venueId: number }) =>
          void (await tx.$executeRawUnsafe('INSERT INTO availability.effect VALUES ($1)', venueId)),
      };
      const { database } = tables;
      await one.consume(
        inboxConsumer({ database, service: 'availability', from: 'catalog', handlers, log: silentLog }),
      );
      await append(facts(450));
      relayOn(one, 20);
      relayOn(other, 20);
      await append(facts(50, 450));
      await until(async () => (await tables.rows('SELECT FROM availability.effect')).length >= 500);
      await until(async () => (await unpublished()) === 0);
      await sleep(100);
      const [effects] = await tables.rows(
        'SELECT count(*)::int AS effects, count(DISTINCT venue_id)::int AS venues FROM availability.effect',
      );
      assert.deepEqual(effects, { effects: 500, venues: 500 });
    });

    it('publishes the events of a crashed relay after their lease expires', async () => {
      const messaging = await transport.open();
      const heard = await consume(messaging);
      await append(facts(2));
      await tables.pool.query(
        `UPDATE catalog.outbox SET attempts = 1, claimed_until =
           now() + CASE payload->>'venueId' WHEN '1' THEN interval '30 seconds' ELSE interval '-1 second' END`,
      );
      relayOn(messaging, 20);
      await until(() => heard.length > 0);
      await sleep(200);
      assert.deepEqual(heard.map(venueOf), [0], 'the lease of the other one has not expired');
    });

    it('finishes its batch when stopped and claims no other', async () => {
      const messaging = await transport.open();
      const relay = relayOn(messaging, 20);
      await append(facts(20));
      relay.wake();
      await relay.stop();
      const claimed = await tables.rows(
        'SELECT FROM catalog.outbox WHERE published_at IS NULL AND claimed_until IS NOT NULL',
      );
      assert.equal(claimed.length, 0);
      await append(facts(1));
      relay.wake();
      await sleep(100);
      assert.ok((await unpublished()) >= 1);
    });

    it('publishes all kept events again if the storage has changed', async () => {
      const before = localMessaging();
      before.open();
      const heardBefore = await consume(before);
      const ids = await append(facts(30));
      const relay = relayOn(before, 20);
      await until(async () => heardBefore.length === 30 && (await unpublished()) === 0);
      await relay.stop();
      await tables.pool.query(`UPDATE catalog.outbox_storage SET storage = 'a broker that is gone'`);
      const messaging = await transport.open();
      const heard = await consume(messaging);
      relayOn(messaging, 20);
      await until(() => heard.length >= 30);
      assert.deepEqual([...new Set(heard.map(({ id }) => id))].sort(), ids.sort());
    });
  });
}
