import assert from 'node:assert/strict';
import { event } from '@venue-booking/proto/events';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { localMessaging } from '../messaging/localMessaging.ts';
import type { Messaging } from '../messaging/messaging.ts';
import type { Worker } from '../scheduling/worker.ts';
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import {
  deleteStreams,
  type NatsTransport,
  natsTransport,
  silentLog,
  until,
} from '../testing/testMessaging.ts';
import { appendEvents, startRelay } from './outbox.ts';
import { outboxStore } from './outboxStore.ts';

const SUBJECT = 'events.catalog.opening_exception_changed';

describe('the outbox while publishing fails', () => {
  let transport: NatsTransport;
  let tables: TestDatabase;
  const relays: Worker[] = [];
  beforeAll(async () => {
    [transport, tables] = await Promise.all([natsTransport(), openTestDatabase(['catalog'])]);
  });
  afterAll(async () => {
    await transport.stop();
    await tables.close();
  });
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
    await transport.reset();
    await tables.pool.query('TRUNCATE catalog.outbox, catalog.outbox_storage');
  });

  const relayOn = (messaging: Messaging) => {
    const { database } = tables;
    const relay = startRelay({ database, service: 'catalog', messaging, log: silentLog, pollMs: 10 });
    relays.push(relay);
  };
  const append = (count: number) =>
    tables.database.$transaction((tx) =>
      appendEvents(
        tx,
        'catalog',
        Array.from({ length: count }, (_, venueId) =>
          event(SUBJECT, { venueId, date: '2030-06-03', removed: true }),
        ),
      ),
    );
  const consumer = (handle: (id: string) => void) => ({
    name: 'availability',
    from: 'catalog' as const,
    subjects: [SUBJECT] as [typeof SUBJECT],
    handle: async ({ id }: { id: string }) => handle(id),
  });

  it('claims no more than the limit with a query plan for an empty table', async () => {
    await append(20);
    await tables.pool.query('DELETE FROM catalog.outbox');
    // For a table of at most one row, PostgreSQL's plan would run a subquery for each row.
    await tables.pool.query('ANALYZE catalog.outbox');
    await append(5);
    const claimed = await outboxStore(tables.database, 'catalog').claim(2, { ids: [], subjects: [] });
    assert.equal(claimed.length, 2);
  });

  it('retries with a growing backoff and delays no other event', async () => {
    const messaging = localMessaging();
    messaging.open();
    const tries: number[] = [];
    let bad = '';
    const heard: string[] = [];
    await messaging.consume(
      consumer((id) => {
        if (id === bad) tries.push(Date.now());
        if (id === bad && tries.length < 5) throw new Error('not now');
        heard.push(id);
      }),
    );
    const ids = await append(20);
    bad = ids[0] ?? '';
    relayOn(messaging);
    await until(() => heard.length === 20);
    assert.equal(heard.at(-1), bad);
    const pauses = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
    for (const [index, shortest] of [100, 200, 400, 800].entries())
      assert.ok((pauses[index] ?? 0) >= shortest - 5, `pauses of ${pauses.join(', ')} ms`);
    assert.deepEqual(await tables.rows('SELECT attempts FROM catalog.outbox WHERE id = $1', bad), [
      { attempts: 5 },
    ]);
  });

  it('keeps events while the broker is away and publishes them at once when it is back', async () => {
    const messaging = await transport.open();
    const heard = new Set<string>();
    await messaging.consume(consumer((id) => heard.add(id)));
    relayOn(messaging);
    const [first = ''] = await append(1);
    await until(() => heard.has(first));
    await transport.server.kill();
    const ids = await append(20);
    await until(() => !messaging.healthy());
    await transport.server.start();
    await until(() => heard.size === 21);
    assert.deepEqual([...heard].sort(), [first, ...ids].sort());
    await until(
      async () => (await tables.rows('SELECT FROM catalog.outbox WHERE published_at IS NULL')).length === 0,
    );
    // Failed attempts would lengthen the backoff to up to a minute, even after the broker is back.
    const tries = await tables.rows('SELECT DISTINCT attempts FROM catalog.outbox WHERE id <> $1', first);
    assert.deepEqual(tries, [{ attempts: 1 }]);
  });

  it('publishes all kept events again to a broker that lost its storage', async () => {
    const messaging = await transport.open();
    const heard: string[] = [];
    await messaging.consume(consumer((id) => heard.push(id)));
    relayOn(messaging);
    const ids = await append(20);
    await until(() => heard.length === 20);
    await deleteStreams(transport.server.url);
    await until(() => heard.length === 40);
    assert.deepEqual(heard.slice(20).sort(), ids.sort());
  });
});
