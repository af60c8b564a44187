import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { event } from '@venue-booking/proto/events';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { failureOf } from '../messaging/rpc.ts';
import type { Sql } from '../postgres/sql.ts';
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { silentLog } from '../testing/testMessaging.ts';
import { createDeadLetters } from './deadLetters.ts';
import { awaitApplied, inboxConsumer } from './inbox.ts';

const FACT = 'events.catalog.opening_exception_changed';

describe('dead letters', () => {
  let tables: TestDatabase;
  let broken: Error | null;
  beforeAll(async () => {
    tables = await openTestDatabase(['availability']);
    await tables.pool.query('CREATE TABLE availability.effect (date text)');
  });
  afterAll(() => tables.close());
  beforeEach(async () => {
    broken = new Error('does not work');
    await tables.pool.query('TRUNCATE availability.inbox, availability.dead_letter, availability.effect');
  });

  const of = () => ({ database: tables.database, service: 'availability', log: silentLog }) as const;
  /** A handler that inserts a row, and throws while `broken` is set. */
  const inbox = () =>
    inboxConsumer({
      ...of(),
      from: 'catalog',
      handlers: {
        [FACT]: async (tx: Sql, { date }: { date: string }) => {
          await tx.$executeRawUnsafe('INSERT INTO availability.effect VALUES ($1)', date);
          await sleep(20);
          if (broken) throw broken;
        },
      },
    });
  const letters = () => createDeadLetters({ ...of(), consumers: [inbox()] });
  const fact = (venueId = 1) => event(FACT, { venueId, date: '2030-06-03', removed: true });
  /** Makes an event a dead letter. */
  const putAside = async (venueId?: number) => {
    const id = randomUUID();
    await inbox().handle({ id, ...fact(venueId), attempt: 8 });
    return id;
  };
  const count = async (table: string) => (await tables.rows(`SELECT FROM availability.${table}`)).length;
  const counts = async () => [await count('effect'), await count('inbox'), await count('dead_letter')];
  const failureIn = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error) => failureOf(error),
    );

  it('are listed newest first, with payload and error', async () => {
    const first = await putAside();
    await sleep(5);
    const second = await putAside();
    const listed = await letters().list({});
    assert.deepEqual(
      listed.map(({ id }) => id),
      [second, first],
    );
    const { created_at, ...letter } = listed[1] ?? { created_at: '' };
    assert.deepEqual(letter, {
      id: first,
      service: 'availability',
      subject: FACT,
      venue_id: 1,
      payload: fact().payload,
      error: 'Error: does not work',
    });
    assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000);
  });

  it('are listed for one venue only', async () => {
    const own = await putAside(1);
    await putAside(12);
    assert.deepEqual(
      (await letters().list({ venueId: 1 })).map(({ id }) => id),
      [own],
    );
    assert.deepEqual(await letters().list({ venueId: 3 }), []);
  });

  it('are limited to 500 per list', async () => {
    await tables.pool.query(
      `INSERT INTO availability.dead_letter (event_id, subject, payload, error)
       SELECT gen_random_uuid(), $1, '{"venueId": 1}', 'Error' FROM generate_series(1, 510)`,
      [FACT],
    );
    assert.equal((await letters().list({})).length, 500);
  });

  it('are applied by a replay, removed from the list and recorded in the inbox', async () => {
    const id = await putAside();
    broken = null;
    assert.equal((await letters().replay({ id })).id, id);
    assert.deepEqual(await counts(), [1, 1, 0]);
    await awaitApplied(tables.database, 'availability', [id]);
    await inbox().handle({ id, ...fact(), attempt: 9 });
    assert.deepEqual(await counts(), [1, 1, 0], 'also after another delivery of the event');
  });

  it('stay unchanged if a replay fails, which reports the reason', async () => {
    const id = await putAside();
    broken = Object.assign(new Error('Anna Jansen'), { code: '23505' });
    const refused = await failureIn(letters().replay({ id }));
    assert.equal(refused?.code, 'dead_letter_again');
    assert.deepEqual(refused?.params, { reason: 'Error, SQLSTATE 23505' });
    assert.deepEqual(await counts(), [0, 0, 1]);
    broken = null;
    await letters().replay({ id });
    assert.deepEqual(await counts(), [1, 1, 0]);
  });

  it('are applied once by concurrent replays', async () => {
    const id = await putAside();
    broken = null;
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () =>
        letters()
          .replay({ id })
          .then(
            (letter) => letter.id,
            (error) => failureOf(error)?.code,
          ),
      ),
    );
    assert.ok(outcomes.includes(id));
    for (const outcome of outcomes) assert.ok(outcome === id || outcome === 'dead_letter_not_found', outcome);
    assert.deepEqual(await counts(), [1, 1, 0]);
  });

  it('reject a replay of an unknown id', async () => {
    assert.equal((await failureIn(letters().replay({ id: randomUUID() })))?.code, 'dead_letter_not_found');
  });

  it('stay on the list if no consumer handles them any more', async () => {
    const id = await putAside();
    broken = null;
    for (const subject of ['events.catalog.long_gone', 'events.catalog.venue_changed']) {
      await tables.pool.query('UPDATE availability.dead_letter SET subject = $1', [subject]);
      assert.equal((await failureIn(letters().replay({ id })))?.code, 'dead_letter_again');
    }
    assert.deepEqual(await counts(), [0, 0, 1]);
  });
});
