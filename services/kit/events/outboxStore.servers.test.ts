import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { event } from '@venue-booking/proto/events';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { localMessaging } from '../messaging/localMessaging.ts';
import type { Delivery, Messaging } from '../messaging/messaging.ts';
import { deleteExpiredRows, startDeletingExpiredRows } from '../postgres/retention.ts';
import type { Database, Sql } from '../postgres/sql.ts';
import { openTestDatabase, sequentiallyScannedTables, type TestDatabase } from '../testing/testDatabase.ts';
import { silentLog, until } from '../testing/testMessaging.ts';
import { appendEvents, startRelay } from './outbox.ts';
import { outboxRetention, outboxStore } from './outboxStore.ts';

const fact = event('events.catalog.opening_exception_changed', {
  venueId: 1,
  date: '2030-06-03',
  removed: true,
});

describe('retention of the outbox', () => {
  let tables: TestDatabase;
  beforeAll(async () => {
    tables = await openTestDatabase(['catalog']);
  });
  afterAll(() => tables.close());
  beforeEach(() => tables.pool.query('TRUNCATE catalog.outbox, catalog.outbox_storage'));

  const OLD = [outboxRetention('catalog')];
  /** Inserts events created some days ago, published or not. */
  const fill = (count: number, { days, published }: { days: number; published: boolean }) =>
    tables.pool.query(
      `INSERT INTO catalog.outbox (subject, payload, created_at, published_at)
       SELECT $1, $2, at, CASE WHEN $3 THEN at END
       FROM (SELECT now() - $4::int * interval '1 day' AS at FROM generate_series(1, $5)) AS old`,
      [fact.subject, fact.payload, published, days, count],
    );
  const storedRows = () =>
    tables.rows<{ days: number; published: boolean }>(
      `SELECT DISTINCT extract(day FROM now() - created_at)::int AS days, published_at IS NOT NULL AS published
       FROM catalog.outbox ORDER BY days`,
    );
  const append = (database: Database = tables.database) =>
    database.$transaction((tx) => appendEvents(tx, 'catalog', [fact]));

  it('keeps events for a week after publication, and unpublished ones forever', async () => {
    await fill(10, { days: 6, published: true });
    await fill(10, { days: 8, published: true });
    await fill(10, { days: 100, published: false });
    await deleteExpiredRows(tables.database, OLD);
    assert.deepEqual(await storedRows(), [
      { days: 6, published: true },
      { days: 100, published: false },
    ]);
  });

  it('finds expired rows by an index', async () => {
    const deleteOld = (database: Sql) => deleteExpiredRows(database, OLD);
    assert.deepEqual(await sequentiallyScannedTables(tables.database, deleteOld), []);
  });

  it('deletes expired rows in batches of a thousand', async () => {
    await fill(1500, { days: 8, published: true });
    assert.equal(await deleteExpiredRows(tables.database, OLD), true);
    assert.equal((await tables.rows('SELECT FROM catalog.outbox')).length, 500);
    assert.equal(await deleteExpiredRows(tables.database, OLD), false);
    assert.deepEqual(await storedRows(), []);
  });

  /** A database that passes statements to `meet` first. */
  const meeting = (meet: (statement: string) => Promise<unknown> | undefined): Sql => ({
    $queryRawUnsafe: async <T>(statement: string, ...values: unknown[]) => {
      await meet(statement);
      return tables.database.$queryRawUnsafe<T>(statement, ...values);
    },
    $executeRawUnsafe: async (statement, ...values) => {
      await meet(statement);
      return tables.database.$executeRawUnsafe(statement, ...values);
    },
  });
  const relayOver = (messaging: Messaging, database: Sql) =>
    startRelay({ database, service: 'catalog', messaging, log: silentLog, pollMs: 10 });

  it('deletes all expired rows at start while events are being published', async () => {
    const cleaned = Promise.withResolvers<void>();
    const messaging = localMessaging();
    messaging.open();
    await outboxStore(tables.database, 'catalog').recordStorage(await messaging.storageId('catalog'));
    await fill(2500, { days: 8, published: true });
    const database = meeting((statement) => (statement.includes('DELETE') ? cleaned.promise : undefined));
    const relay = relayOver(messaging, database);
    const deleting = startDeletingExpiredRows(database, OLD, silentLog);
    try {
      await append();
      const published = 'SELECT FROM catalog.outbox WHERE published_at > created_at';
      await until(async () => (await tables.rows(published)).length === 1);
      cleaned.resolve();
      await until(async () => (await tables.rows('SELECT FROM catalog.outbox')).length === 1);
    } finally {
      cleaned.resolve();
      await Promise.all([relay.stop(), deleting.stop()]);
    }
  });

  it('publishes lost events again in batches, and completes after a crash', async () => {
    await fill(12_000, { days: 1, published: true });
    let [resets, crashAt] = [0, 2];
    const crashing = meeting(async (statement) => {
      if (statement.includes('SET published_at = NULL') && ++resets === crashAt) throw new Error('crashed');
    });
    const store = outboxStore(crashing, 'catalog');
    const storages = () => tables.rows('SELECT FROM catalog.outbox_storage');
    await assert.rejects(store.recordStorage('another one'), /crashed/);
    const left = await tables.rows('SELECT FROM catalog.outbox WHERE published_at IS NOT NULL');
    assert.deepEqual([left.length, (await storages()).length], [7000, 0]);
    crashAt = Number.NaN;
    assert.equal(await store.recordStorage('another one'), 7000);
    assert.deepEqual(await storedRows(), [{ days: 1, published: false }]);
    await tables.pool.query('UPDATE catalog.outbox SET published_at = now()');
    assert.equal(await store.recordStorage('another one'), 0);
  });

  it('publishes all lost events again if two relays notice the loss and one crashes', async () => {
    await fill(12_000, { days: 1, published: true });
    // The slower relay has not committed its first batch when the other one has finished the rest.
    const slow = await tables.pool.connect();
    await slow.query('BEGIN');
    await slow.query(
      `UPDATE catalog.outbox SET published_at = NULL WHERE seq IN (SELECT seq FROM catalog.outbox ORDER BY seq LIMIT 100)`,
    );
    const recording = outboxStore(tables.database, 'catalog').recordStorage('another one');
    await sleep(200);
    assert.equal((await tables.rows('SELECT FROM catalog.outbox_storage')).length, 0);
    await slow.query('ROLLBACK');
    slow.release();
    assert.equal(await recording, 12_000);
    assert.deepEqual(await storedRows(), [{ days: 1, published: false }]);
  });

  it('publishes an event again that was lost before its publication was recorded', async () => {
    const storage = Promise.resolve('first');
    const publishing = Promise.withResolvers<void>();
    let fails = false;
    const published: string[] = [];
    const messaging = {
      ...localMessaging(),
      storageId: () => storage,
      publish: async (_from: string, { id }: Delivery) => {
        published.push(id);
        await publishing.promise;
      },
    } as Messaging;
    const database = meeting((statement) => {
      // After an error the relay checks the storage's identity again.
      if (fails && statement.includes('FOR UPDATE')) {
        fails = false;
        return Promise.reject(new Error('no connection'));
      }
      // The outcome of the first publication is recorded late.
      return statement.includes('SET published_at = now()') ? sleep(100) : undefined;
    });
    const relay = relayOver(messaging, database);
    try {
      const [id] = await append();
      await until(() => published.length === 1);
      const next = Promise.withResolvers<string>();
      let isRequested = false;
      messaging.storageId = () => {
        isRequested = true;
        return next.promise;
      };
      fails = true;
      await until(() => isRequested);
      publishing.resolve();
      next.resolve('second');
      await until(() => published.length === 2);
      assert.deepEqual(published, [id, id]);
    } finally {
      publishing.resolve();
      await relay.stop();
    }
  });
});
