import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { event } from '@venue-booking/proto/events';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { newCall, runInCall } from '../concurrency/callContext.ts';
import type { Delivery } from '../messaging/messaging.ts';
import { failureOf } from '../messaging/rpc.ts';
import { deleteExpiredRows } from '../postgres/retention.ts';
import type { Sql } from '../postgres/sql.ts';
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { silentLog } from '../testing/testMessaging.ts';
import { assertTakesLessThan, timed } from '../testing/testTiming.ts';
import { awaitApplied, inboxConsumer, inboxRetention } from './inbox.ts';

const SUBJECT = 'events.catalog.opening_exception_changed';
const delivery = (attempt = 1): Delivery => ({
  id: randomUUID(),
  ...event(SUBJECT, { venueId: 1, date: '2030-06-03', removed: true }),
  attempt,
});

describe('the inbox', () => {
  let tables: TestDatabase;
  beforeAll(async () => {
    tables = await openTestDatabase(['availability']);
    await tables.pool.query('CREATE TABLE availability.effect (date text)');
  });
  afterAll(() => tables.close());
  beforeEach(() =>
    tables.pool.query('TRUNCATE availability.inbox, availability.dead_letter, availability.effect'),
  );

  /** A consumer that inserts a row; `fault` throws after the insert. */
  const consumer = (fault: (tx: Sql) => unknown = () => {}) =>
    inboxConsumer({
      database: tables.database,
      service: 'availability',
      from: 'catalog',
      log: silentLog,
      handlers: {
        [SUBJECT]: async (tx: Sql, { date }: { date: string }) => {
          await tx.$executeRawUnsafe('INSERT INTO availability.effect VALUES ($1)', date);
          await fault(tx);
        },
      },
    });
  const count = async (table: string) => (await tables.rows(`SELECT FROM availability.${table}`)).length;
  const counts = async () => [await count('effect'), await count('inbox'), await count('dead_letter')];
  const applied = (...ids: string[]) => awaitApplied(tables.database, 'availability', ids);

  it('applies an event once that is delivered ten times concurrently', async () => {
    const it = delivery();
    const replicas = [consumer(() => sleep(20)), consumer(() => sleep(20))];
    await Promise.all(Array.from({ length: 10 }, (_, index) => replicas[index % 2]?.handle(it)));
    assert.deepEqual(await counts(), [1, 1, 0]);
    await consumer().handle({ ...it, attempt: 2 });
    assert.deepEqual(await counts(), [1, 1, 0]);
  });

  it('applies different events with the same payload', async () => {
    await Promise.all([delivery(), delivery(), delivery()].map((it) => consumer().handle(it)));
    assert.deepEqual(await counts(), [3, 3, 0]);
  });

  it('rolls back effect and inbox row if the handler throws, and applies both on the next delivery', async () => {
    const it = delivery();
    let broken = true;
    const failing = consumer(() => {
      if (broken) throw new Error('no effect');
    });
    await assert.rejects(failing.handle(it), /no effect/);
    assert.deepEqual(await counts(), [0, 0, 0]);
    broken = false;
    await failing.handle({ ...it, attempt: 2 });
    assert.deepEqual(await counts(), [1, 1, 0]);
  });

  it('applies a duplicate delivery if the first one fails', async () => {
    const it = delivery();
    const underWay = Promise.withResolvers<void>();
    const failing = consumer(async () => {
      underWay.resolve();
      // Meanwhile the duplicate arrives and waits for this delivery's inbox row.
      await sleep(100);
      throw new Error('the first one fails');
    });
    const twin = underWay.promise.then(() => consumer().handle(it));
    const outcomes = await Promise.allSettled([failing.handle(it), twin]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    );
    assert.deepEqual(await counts(), [1, 1, 0]);
  });

  it('applies waiting events in one transaction, and each alone if one fails', async () => {
    const deliveries = Array.from({ length: 12 }, () => delivery());
    const poison = deliveries[5]?.id;
    let transactions = 0;
    const { database } = tables;
    const counting = inboxConsumer({
      database: {
        $queryRawUnsafe: (...query) => database.$queryRawUnsafe(...query),
        $executeRawUnsafe: (...query) => database.$executeRawUnsafe(...query),
        $transaction: (work) => {
          transactions += 1;
          return database.$transaction(work);
        },
      } as typeof database,
      service: 'availability',
      from: 'catalog',
      log: silentLog,
      handlers: {
        [SUBJECT]: async (tx: Sql, { date }: { date: string }, id: string) => {
          await tx.$executeRawUnsafe('INSERT INTO availability.effect VALUES ($1)', date);
          if (broken && id === poison) throw new Error('never works');
        },
      },
    });
    let broken = true;
    const outcomes = await Promise.allSettled(deliveries.map((it) => counting.handle(it)));
    assert.deepEqual(
      outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [deliveries[at]?.id] : [])),
      [poison],
    );
    assert.deepEqual(await counts(), [11, 11, 0]);
    [transactions, broken] = [0, false];
    await Promise.all([...deliveries, ...deliveries].map((it) => counting.handle(it)));
    assert.deepEqual([transactions, await counts()], [1, [12, 12, 0]]);
  });

  it('stores an event as a dead letter after its eighth failed delivery, with payload and error', async () => {
    const it = delivery();
    const failing = consumer(() => {
      throw new Error('never works');
    });
    for (let attempt = 1; attempt < 8; attempt++)
      await assert.rejects(failing.handle({ ...it, attempt }), /never works/);
    assert.deepEqual(await counts(), [0, 0, 0]);
    await failing.handle({ ...it, attempt: 8 });
    await failing.handle({ ...it, attempt: 9 });
    assert.deepEqual(await counts(), [0, 0, 1]);
    assert.deepEqual(
      await tables.rows('SELECT event_id::text AS id, subject, payload, error FROM availability.dead_letter'),
      [{ id: it.id, subject: SUBJECT, payload: it.payload, error: 'Error: never works' }],
    );
  });

  it('applies an event later if its table was locked at the eighth delivery', async () => {
    const it = delivery();
    const other = await tables.pool.connect();
    try {
      await other.query('BEGIN; LOCK TABLE availability.slot IN ACCESS EXCLUSIVE MODE');
      const waiting = consumer((tx) =>
        tx.$executeRawUnsafe(`SET LOCAL lock_timeout = '20ms'; LOCK TABLE availability.slot`),
      );
      for (const attempt of [8, 9])
        await assert.rejects(waiting.handle({ ...it, attempt }), /lock timeout/, `delivery ${attempt}`);
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    await consumer().handle({ ...it, attempt: 10 });
    assert.deepEqual(await counts(), [1, 1, 0]);
  });

  it('keeps ids of events longer than outbox and broker keep the events', async () => {
    await tables.pool.query(
      `INSERT INTO availability.inbox (event_id, applied_at)
       SELECT gen_random_uuid(), now() - days * interval '1 day' FROM unnest(ARRAY[1, 7, 15]) AS days
       UNION ALL SELECT gen_random_uuid(), now() - interval '31 days' FROM generate_series(1, 1500)`,
    );
    while (await deleteExpiredRows(tables.database, [inboxRetention('availability')]));
    assert.equal(await count('inbox'), 3);
  });

  it('stores no data of a rejected row in a dead letter', async () => {
    const failing = consumer(async () => {
      await tables.pool.query('INSERT INTO availability.effect SELECT $1::integer', ['Anna Jansen']);
    });
    await failing.handle({ ...delivery(), attempt: 8 });
    const [letter] = await tables.rows<{ error: string }>('SELECT error FROM availability.dead_letter');
    assert.match(letter?.error ?? '', /SQLSTATE 22P02/);
    assert.doesNotMatch(letter?.error ?? '', /Anna/);
  });

  it('rejects a payload that does not match the subject', async () => {
    await assert.rejects(consumer().handle({ ...delivery(), payload: { venueId: 'one' } }));
    assert.deepEqual(await counts(), [0, 0, 0]);
  });

  it('applies an event of a newer version with additional fields', async () => {
    const it = delivery();
    await consumer().handle({ ...it, payload: { ...(it.payload as object), colour: 'green' } });
    assert.deepEqual(await counts(), [1, 1, 0]);
  });

  it('does not wait for events that are applied', async () => {
    const [one, other] = [delivery(), delivery()];
    await Promise.all([consumer().handle(one), consumer().handle(other)]);
    await applied(one.id, other.id);
    await applied();
  });

  it('waits for an event in delivery', async () => {
    const [one, other] = [delivery(), delivery()];
    await consumer().handle(one);
    let done = false;
    const waiting = applied(one.id, other.id).then(() => {
      done = true;
    });
    await sleep(150);
    assert.equal(done, false);
    await consumer().handle(other);
    await waiting;
  });

  it('fails with not_in_force before the caller’s deadline', async () => {
    const it = delivery();
    await consumer().handle(it);
    const waits = () => runInCall(newCall(2000), () => applied(it.id, randomUUID()));
    // Earlier than the caller's deadline.
    await assertTakesLessThan(2000, () =>
      timed(() => assert.rejects(waits(), (error) => failureOf(error)?.code === 'not_in_force')),
    );
  });
});
