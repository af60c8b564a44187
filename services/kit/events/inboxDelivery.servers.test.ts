import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { event } from '@venue-booking/proto/events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { Messaging } from '../messaging/messaging.ts';
import type { Sql } from '../postgres/sql.ts';
import type { Worker } from '../scheduling/worker.ts';
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { natsTransport, silentLog, type TestTransport, transports, until } from '../testing/testMessaging.ts';
import { awaitApplied, inboxConsumer } from './inbox.ts';
import { appendEvents, startRelay } from './outbox.ts';

const SUBJECT = 'events.catalog.opening_exception_changed';

describe('from an outbox to an inbox', () => {
  let tables: TestDatabase;
  let calls = 0;
  const relays: Worker[] = [];
  beforeAll(async () => {
    tables = await openTestDatabase(['catalog', 'availability']);
    await tables.pool.query('CREATE TABLE availability.effect (date text)');
  });
  afterAll(() => tables.close());
  beforeEach(async () => {
    calls = 0;
    await tables.pool.query(
      `TRUNCATE catalog.outbox, catalog.outbox_storage,
         availability.inbox, availability.dead_letter, availability.effect`,
    );
  });

  const consume = (messaging: Messaging, works: () => boolean) =>
    messaging.consume(
      inboxConsumer({
        database: tables.database,
        service: 'availability',
        from: 'catalog',
        log: silentLog,
        handlers: {
          [SUBJECT]: async (tx: Sql, { date }: { date: string }) => {
            calls += 1;
            await tx.$executeRawUnsafe('INSERT INTO availability.effect VALUES ($1)', date);
            if (!works()) throw new Error('does not work');
          },
        },
      }),
    );
  const append = () =>
    tables.database.$transaction((tx) =>
      appendEvents(tx, 'catalog', [event(SUBJECT, { venueId: 1, date: '2030-06-03', removed: true })]),
    );
  const startRelayOn = (messaging: Messaging) => {
    const { database } = tables;
    relays.push(startRelay({ database, service: 'catalog', messaging, log: silentLog, pollMs: 10 }));
  };
  const stopRelays = () => Promise.all(relays.splice(0).map((relay) => relay.stop()));
  const count = async (table: string) => (await tables.rows(`SELECT FROM availability.${table}`)).length;
  const counts = async () => [await count('effect'), await count('inbox'), await count('dead_letter')];

  for (const [name, start] of Object.entries(transports)) {
    describe(name, () => {
      let transport: TestTransport;
      beforeAll(async () => {
        transport = await start();
      });
      afterAll(() => transport.stop());
      afterEach(async () => {
        await stopRelays();
        await transport.reset();
      });

      it('retries a failing event until it is applied, once', async () => {
        const messaging = await transport.open();
        await consume(messaging, () => calls > 2);
        startRelayOn(messaging);
        await awaitApplied(tables.database, 'availability', await append());
        await sleep(300);
        assert.equal(calls, 3);
        assert.deepEqual(await counts(), [1, 1, 0]);
      });

      it('applies an event once that the outbox publishes repeatedly', async () => {
        const messaging = await transport.open();
        await consume(messaging, () => true);
        startRelayOn(messaging);
        const ids = await append();
        for (let round = 0; round < 5; round++) {
          await until(
            async () =>
              (await tables.rows('SELECT FROM catalog.outbox WHERE published_at IS NULL')).length === 0,
          );
          await tables.pool.query('UPDATE catalog.outbox SET published_at = NULL');
        }
        await awaitApplied(tables.database, 'availability', ids);
        await sleep(100);
        assert.deepEqual(await counts(), [1, 1, 0]);
      });
    });
  }

  it('does not redeliver a dead letter in single-process mode', async (t) => {
    const transport = await transports['in one process']();
    t.onTestFinished(async () => {
      await stopRelays();
      await transport.stop();
    });
    const messaging = await transport.open();
    await consume(messaging, () => false);
    await append();
    await tables.pool.query('UPDATE catalog.outbox SET attempts = 7');
    startRelayOn(messaging);
    await until(async () => (await count('dead_letter')) === 1);
    await sleep(300);
    assert.equal(calls, 1, 'the eighth delivery');
    assert.deepEqual(await counts(), [0, 0, 1]);
    assert.equal((await tables.rows('SELECT FROM catalog.outbox WHERE published_at IS NULL')).length, 0);
  });

  it('does not redeliver a dead letter over NATS', async (t) => {
    const transport = await natsTransport();
    t.onTestFinished(async () => {
      await stopRelays();
      await transport.stop();
    });
    const failing = await transport.open();
    await consume(failing, () => false);
    startRelayOn(failing);
    await append();
    await until(() => calls === 1);
    await failing.close();
    await stopRelays();
    // One more, if closing took longer than the pause before the next delivery.
    const before = calls;
    // The first seven deliveries fail at once, without the pauses between them.
    const connection = await connect({ servers: transport.server.url });
    t.onTestFinished(() => connection.close());
    const raw = await jetstream(connection).consumers.get('events_catalog', 'availability');
    for (let attempt = 1; attempt < 7; ) {
      const message = (await raw.next()) ?? assert.fail('nothing was delivered');
      attempt = message.info.deliveryCount;
      message.nak();
    }
    await connection.flush();
    await connection.close();
    await consume(await transport.open(), () => false);
    await until(async () => (await count('dead_letter')) === 1);
    const later = await transport.open();
    await consume(later, () => false);
    await sleep(500);
    assert.equal(calls, before + 1, 'the eighth delivery');
    assert.deepEqual(await counts(), [0, 0, 1]);
  });
});
