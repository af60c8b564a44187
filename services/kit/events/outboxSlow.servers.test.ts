import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { event } from '@venue-booking/proto/events';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { localMessaging } from '../messaging/localMessaging.ts';
import type { Delivery } from '../messaging/messaging.ts';
import type { Sql } from '../postgres/sql.ts';
import type { Worker } from '../scheduling/worker.ts';
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { silentLog, until } from '../testing/testMessaging.ts';
import { assertTakesLessThan } from '../testing/testTiming.ts';
import { appendEvents, startRelay } from './outbox.ts';

const SLOW = 'events.catalog.venue_changed';
const QUICK = 'events.catalog.opening_exception_changed';

describe('the outbox in single-process mode with slow handlers', () => {
  let tables: TestDatabase;
  const relays: Worker[] = [];
  let end: PromiseWithResolvers<void>;
  /** Deliveries of slow events, and the times at which quick events were delivered. */
  let begun: Delivery[] = [];
  let heard: Map<string, number>;
  /** Number of claims by the relays, and of those in progress. */
  const claims = { begun: 0, underWay: 0 };
  beforeAll(async () => {
    tables = await openTestDatabase(['catalog']);
  });
  afterAll(() => tables.close());
  afterEach(async () => {
    end.resolve();
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
    await tables.pool.query('TRUNCATE catalog.outbox, catalog.outbox_storage');
  });

  /** A relay whose consumer does not finish slow events and those of venue 0 until `end` resolves. */
  const start = async (pollMs = 60_000) => {
    end = Promise.withResolvers<void>();
    begun = [];
    heard = new Map();
    const messaging = localMessaging();
    messaging.open();
    await messaging.consume({
      name: 'availability',
      from: 'catalog',
      subjects: [SLOW, QUICK],
      async handle(delivery) {
        if (delivery.subject === QUICK && venueOf(delivery) > 0)
          return void heard.set(delivery.id, Date.now());
        begun.push(delivery);
        await end.promise;
      },
    });
    return relayOn(messaging, pollMs);
  };
  const relayOn = (messaging: Parameters<typeof startRelay>[0]['messaging'], pollMs: number) => {
    // Of the relay's statements only claims return rows.
    const database: Sql = {
      ...tables.database,
      async $queryRawUnsafe<T>(...statement: Parameters<Sql['$queryRawUnsafe']>) {
        claims.begun++;
        claims.underWay++;
        try {
          return await tables.database.$queryRawUnsafe<T>(...statement);
        } finally {
          claims.underWay--;
        }
      },
    };
    const relay = startRelay({ database, service: 'catalog', messaging, log: silentLog, pollMs });
    relays.push(relay);
    return relay;
  };
  const venueOf = ({ payload }: Delivery) => (payload as { venueId?: number }).venueId ?? 0;
  const append = async (relay: Worker, subject: typeof SLOW | typeof QUICK, count = 1, venueId = 1) => {
    const fact =
      subject === SLOW
        ? event(SLOW, { venueId })
        : event(QUICK, { venueId, date: '2030-06-03', removed: true });
    const ids = await tables.database.$transaction((tx) =>
      appendEvents(
        tx,
        'catalog',
        Array.from({ length: count }, () => fact),
      ),
    );
    relay.wake();
    return ids;
  };
  const unpublished = async () =>
    (await tables.rows('SELECT FROM catalog.outbox WHERE published_at IS NULL')).length;

  for (const [what, subject, venueId, count] of [
    ['50 of the same subject', QUICK, 0, 50],
    ['150 of the same subject', QUICK, 0, 150],
    ['a thousand of another subject', SLOW, 1, 1000],
  ] as const)
    it(`delays a quick event by less than 300 ms while ${what} hang`, async () => {
      const relay = await start();
      await append(relay, subject, count, venueId);
      await until(() => begun.length >= Math.min(count, 200));
      for (let round = 0; round < 5; round++)
        await assertTakesLessThan(300, async () => {
          const at = Date.now();
          const [id = ''] = await append(relay, QUICK);
          await until(() => heard.has(id));
          return (heard.get(id) ?? 0) - at;
        });
      await until(async () => (await unpublished()) === count);
    });

  it('limits the events in progress and continues when one ends', async () => {
    const relay = await start();
    await append(relay, SLOW, 1000);
    await until(() => begun.length >= 256);
    await sleep(500);
    assert.ok(begun.length < 400, `${begun.length} under way`);
    end.resolve();
    await until(async () => (await unpublished()) === 0);
    assert.equal(begun.length, 1000);
    assert.equal(new Set(begun.map(({ id }) => id)).size, 1000, 'each once');
  });

  it('does not publish a slow event twice, even if its lease has expired', async () => {
    const relay = await start(10);
    await append(relay, SLOW, 3);
    await until(() => begun.length === 3);
    await tables.pool.query(`UPDATE catalog.outbox SET claimed_until = now() - interval '1 second'`);
    await append(relay, QUICK);
    await until(() => heard.size === 1);
    await sleep(200);
    assert.equal(begun.length, 3);
    end.resolve();
    await until(async () => (await unpublished()) === 0);
  });

  it('waits for events in progress when stopped, and records their outcomes', async () => {
    const relay = await start();
    await append(relay, SLOW, 20);
    await until(() => begun.length === 20 && claims.underWay === 0);
    let stopped = false;
    const before = claims.begun;
    const stopping = relay.stop().then(() => {
      stopped = true;
    });
    await append(relay, QUICK);
    assert.equal(stopped, false);
    end.resolve();
    await stopping;
    assert.equal(claims.begun, before, 'nothing else was claimed');
    assert.deepEqual([await unpublished(), heard.size], [1, 0]);
  });

  it('another process publishes the events of a crashed one', async () => {
    const crashed = await start();
    const ids = await append(crashed, SLOW, 3);
    await until(() => begun.length === 3);
    const messaging = localMessaging();
    messaging.open();
    const taken: Delivery[] = [];
    await messaging.consume({
      name: 'availability',
      from: 'catalog',
      subjects: [SLOW],
      handle: async (it) => void taken.push(it),
    });
    relayOn(messaging, 10);
    await sleep(200);
    assert.equal(taken.length, 0, 'under lease');
    const [lease] = await tables.rows<{ ms: number }>(
      'SELECT extract(epoch FROM max(claimed_until) - now())::float * 1000 AS ms FROM catalog.outbox',
    );
    assert.ok((lease?.ms ?? 0) > 0 && (lease?.ms ?? 0) <= 30_000);
    await tables.pool.query(`UPDATE catalog.outbox SET claimed_until = now() - interval '1 second'`);
    await until(async () => (await unpublished()) === 0);
    assert.deepEqual(taken.map(({ id, attempt }) => [id, attempt]).sort(), ids.map((id) => [id, 2]).sort());
  });
});
