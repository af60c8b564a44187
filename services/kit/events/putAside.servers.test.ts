import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { event } from '@venue-booking/proto/events';
import { fail } from '@venue-booking/proto/failures';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { Delivery } from '../messaging/messaging.ts';
import { isPassingFault } from '../postgres/passingFault.ts';
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { silentLog } from '../testing/testMessaging.ts';
import { createPutAside } from './putAside.ts';

const MINUTE = 60_000;
const aside = (reason: string) =>
  Object.assign(new Error('Raw query failed'), {
    code: 'P2010',
    meta: { driverAdapterError: { cause: { originalCode: reason } } },
  });
const own = new Error('no such booking');
const passing = aside('55P03');

describe('faults that pass', () => {
  for (const [name, fault] of Object.entries({
    'a wait for a lock that was given up': aside('55P03'),
    'a statement that took too long': aside('57014'),
    'a deadlock': aside('40P01'),
    'a transaction that can not be serialised': aside('40001'),
    'a connection that broke': aside('08006'),
    'too many connections': aside('53300'),
    'a full disk': aside('53100'),
    'a server that stops': aside('57P01'),
    'a server that starts': aside('57P03'),
    'a standby': aside('25006'),
    'a password that is being changed': aside('28P01'),
    'no connection, by Prisma': Object.assign(new Error('x'), { code: 'P1001' }),
    'no connection of the pool': Object.assign(new Error('x'), { code: 'P2024' }),
    'no transaction in time': Object.assign(new Error('x'), { code: 'P2028' }),
    'no connection, of a raw statement': Object.assign(new Error('x'), {
      code: 'P2010',
      meta: { driverAdapterError: { cause: { kind: 'DatabaseNotReachable' } } },
    }),
    'no connection, by Node': Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    'a connection that ended': new Error('Connection terminated unexpectedly'),
    'a connection that had ended': new Error(
      'Client has encountered a connection error and is not queryable',
    ),
    'a wait in a pooler': new Error('Query read timeout'),
    'a service that is away': new Error('availability.release', { cause: fail('unavailable') }),
    'a call that took too long': fail('timeout'),
  }))
    it(`are ${name}`, () => assert.equal(isPassingFault(fault), true));

  for (const [name, fault] of Object.entries({
    'a row that breaks a rule': aside('23514'),
    'a row that is there': aside('23505'),
    'text that is no number': aside('22P02'),
    'a column that is not there': aside('42703'),
    'a row that is not there': Object.assign(new Error('x'), { code: 'P2025' }),
    'a payload of another shape': new SyntaxError('Unexpected token'),
    'a refusal': fail('slot_full'),
    'a bug': new TypeError('x is undefined'),
    nothing: undefined,
  }))
    it(`are not ${name}`, () => assert.equal(isPassingFault(fault), false));
});

describe('putting an event aside', () => {
  let tables: TestDatabase;
  let clock = Date.now();
  beforeAll(async () => {
    tables = await openTestDatabase(['availability']);
  });
  afterAll(() => tables.close());
  beforeEach(() => tables.pool.query('TRUNCATE availability.dead_letter'));

  const putAside = () =>
    createPutAside({ database: tables.database, service: 'availability', log: silentLog, now: () => clock });
  const delivery = (attempt: number, id: string = randomUUID()): Delivery => ({
    id,
    ...event('events.catalog.opening_exception_changed', { venueId: 1, date: '2030-06-03', removed: true }),
    attempt,
  });
  const letters = async () => (await tables.rows('SELECT FROM availability.dead_letter')).length;

  it('is not done for a fault that passes, however often it comes', async () => {
    const consumer = putAside();
    const it = delivery(1);
    for (const attempt of [1, 7, 8, 9, 100, 4999])
      await assert.rejects(consumer({ ...it, attempt }, passing), passing);
    assert.equal(await letters(), 0);
  });

  it('is done before the broker forgets the event', async () => {
    await putAside()(delivery(5000), passing);
    assert.equal(await letters(), 1);
  });

  it('waits a few minutes after such a fault: what the event needs was held up as well', async () => {
    const consumer = putAside();
    const it = delivery(20);
    await assert.rejects(consumer(it, passing), passing);
    clock += 4 * MINUTE;
    await assert.rejects(consumer({ ...it, attempt: 21 }, own), own);
    clock += 2 * MINUTE;
    await consumer({ ...it, attempt: 22 }, own);
    assert.equal(await letters(), 1);
  });

  it('is done with one while others meet faults that pass', async () => {
    const consumer = putAside();
    await assert.rejects(consumer(delivery(8), passing), passing);
    await consumer(delivery(8), own);
    assert.equal(await letters(), 1);
  });
});
