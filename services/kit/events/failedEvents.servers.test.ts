import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { event } from '@venue-booking/proto/events';
import { fail } from '@venue-booking/proto/failures';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { isTransientError } from '../errors/transientError.ts';
import type { Delivery } from '../messaging/messaging.ts';
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { silentLog } from '../testing/testMessaging.ts';
import { createFailedEventHandler } from './failedEvents.ts';

const MINUTE = 60_000;
const aside = (reason: string) =>
  Object.assign(new Error('Raw query failed'), {
    code: 'P2010',
    meta: { driverAdapterError: { cause: { originalCode: reason } } },
  });
const own = new Error('no such booking');
const passing = aside('55P03');

describe('transient faults', () => {
  for (const [name, fault] of Object.entries({
    'a lock timeout': aside('55P03'),
    'a statement timeout': aside('57014'),
    'a deadlock': aside('40P01'),
    'a serialization failure': aside('40001'),
    'a broken connection': aside('08006'),
    'too many connections': aside('53300'),
    'a full disk': aside('53100'),
    'a stopping server': aside('57P01'),
    'a starting server': aside('57P03'),
    'a standby': aside('25006'),
    'a rejected password': aside('28P01'),
    'no connection (Prisma)': Object.assign(new Error('x'), { code: 'P1001' }),
    'a pool timeout': Object.assign(new Error('x'), { code: 'P2024' }),
    'a transaction timeout': Object.assign(new Error('x'), { code: 'P2028' }),
    'no connection (raw statement)': Object.assign(new Error('x'), {
      code: 'P2010',
      meta: { driverAdapterError: { cause: { kind: 'DatabaseNotReachable' } } },
    }),
    'no connection (Node)': Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    'a terminated connection': new Error('Connection terminated unexpectedly'),
    'an already closed connection': new Error(
      'Client has encountered a connection error and is not queryable',
    ),
    'a timeout in a pooler': new Error('Query read timeout'),
    'an unavailable service': new Error('availability.release', { cause: fail('unavailable') }),
    'a call timeout': fail('timeout'),
  }))
    it(`include ${name}`, () => assert.equal(isTransientError(fault), true));

  for (const [name, fault] of Object.entries({
    'a check violation': aside('23514'),
    'a unique violation': aside('23505'),
    'text that is not a number': aside('22P02'),
    'a missing column': aside('42703'),
    'a missing row': Object.assign(new Error('x'), { code: 'P2025' }),
    'an invalid payload': new SyntaxError('Unexpected token'),
    'an expected failure': fail('slot_full'),
    'a bug': new TypeError('x is undefined'),
    nothing: undefined,
  }))
    it(`exclude ${name}`, () => assert.equal(isTransientError(fault), false));
});

describe('dead letters', () => {
  let tables: TestDatabase;
  let clock = Date.now();
  beforeAll(async () => {
    tables = await openTestDatabase(['availability']);
  });
  afterAll(() => tables.close());
  beforeEach(() => tables.pool.query('TRUNCATE availability.dead_letter'));

  const putAside = () =>
    createFailedEventHandler({
      database: tables.database,
      service: 'availability',
      log: silentLog,
      now: () => clock,
    });
  const delivery = (attempt: number, id: string = randomUUID()): Delivery => ({
    id,
    ...event('events.catalog.opening_exception_changed', { venueId: 1, date: '2030-06-03', removed: true }),
    attempt,
  });
  const letters = async () => (await tables.rows('SELECT FROM availability.dead_letter')).length;

  it('are not created for a transient fault, however often it occurs', async () => {
    const consumer = putAside();
    const it = delivery(1);
    for (const attempt of [1, 7, 8, 9, 100, 4999])
      await assert.rejects(consumer({ ...it, attempt }, passing), passing);
    assert.equal(await letters(), 0);
  });

  it('are created before the broker deletes the event', async () => {
    await putAside()(delivery(5000), passing);
    assert.equal(await letters(), 1);
  });

  it('are delayed some minutes after a transient fault, which delays other events too', async () => {
    const consumer = putAside();
    const it = delivery(20);
    await assert.rejects(consumer(it, passing), passing);
    clock += 4 * MINUTE;
    await assert.rejects(consumer({ ...it, attempt: 21 }, own), own);
    clock += 2 * MINUTE;
    await consumer({ ...it, attempt: 22 }, own);
    assert.equal(await letters(), 1);
  });

  it('are created for a failing event while others meet transient faults', async () => {
    const consumer = putAside();
    await assert.rejects(consumer(delivery(8), passing), passing);
    await consumer(delivery(8), own);
    assert.equal(await letters(), 1);
  });
});
