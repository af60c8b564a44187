import assert from 'node:assert/strict';
import pg from 'pg';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startPgBouncer } from '../servers/pgbouncer.ts';
import type { FreezableServer } from '../servers/testServer.ts';
import { call, daysAhead, eventually } from '../stack/api.ts';
import { follow, payThrough } from '../stack/guest.ts';
import {
  assertBookingsHoldPlaces,
  assertLedgerHolds,
  assertNoErrorsLogged,
  peopleBooked,
} from '../stack/ledger.ts';
import { assertMoneyHolds, assertOnce, unbalanced } from '../stack/money.ts';
import { newPaidVenue } from '../stack/paidVenue.ts';
import { type Stack, startAsServices } from '../stack/stack.ts';

/** Server connections for all services together, whose pools have 40 in total. */
const CONNECTIONS = 5;

/** Starts PgBouncer as docs/production.md describes, but with a lock timeout of one second. */
async function startPooler(databaseUrl: string) {
  const role = `ALTER ROLE CURRENT_USER IN DATABASE ${new URL(databaseUrl).pathname.slice(1)}`;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`${role} SET statement_timeout = '8s'; ${role} SET lock_timeout = '1s'`);
  await client.end();
  const server = await startPgBouncer(databaseUrl, {
    default_pool_size: CONNECTIONS,
    query_wait_timeout: 5,
  });
  pooler = server;
  return { ...server, url: `${server.url}?pgbouncer=true` };
}
let pooler: FreezableServer;

describe('all services behind PgBouncer in transaction mode with five connections', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startAsServices({ prepare: startPooler });
  });
  afterAll(() => stack?.stop());

  const slotsOf = async (settings: Record<string, unknown> = {}) => {
    const slug = await stack.api.newVenue();
    const facility = await stack.api.newFacility(slug, settings);
    const day = await stack.api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(5)}`);
    return { slug, slots: day.body.slots as { id: number; free: number }[] };
  };

  it('migrate, book and cancel', async () => {
    const { slug, slots } = await slotsOf();
    const slotId = slots[0]?.id ?? 0;
    const booked = await stack.api.book(slug, { slot_id: slotId, people: 3 });
    assert.equal(booked.status, 201, booked.text);
    const isFree = async () => (await stack.api.get(slug, `/slots/${slotId}`)).body.free;
    assert.equal(await isFree(), 7);
    const ticket = `${stack.api.url}${new URL(booked.body.ticket_url).pathname}`;
    assert.equal((await follow(`${ticket}/cancel`, { method: 'POST' })).status, 303);
    assert.equal(await isFree(), 10);
  });

  it('take a payment and refund it', async () => {
    const venue = await newPaidVenue(stack);
    const { id, payUrl, ticketUrl } = await venue.book();
    await payThrough(payUrl);
    await venue.becomes(id, 'confirmed');
    assert.equal((await follow(`${ticketUrl}/cancel`, { method: 'POST' })).status, 303);
    await venue.becomes(id, 'cancelled');
    await eventually('the money is refunded', async () => (await unbalanced(stack)).length === 0);
  });

  it('sell 10 places to exactly 10 of 100 concurrent guests, and fail none of their requests', async () => {
    const { slug, slots } = await slotsOf({ capacity: 10 });
    const slotId = slots[0]?.id ?? 0;
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => stack.api.book(slug, { slot_id: slotId, people: 1 })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(10).fill(201), ...Array(90).fill(422)]);
    assert.equal(await peopleBooked(stack, slotId), 10);
  });

  it('keep the books consistent within five connections and log no error', async () => {
    await assertOnce(stack);
    await assertMoneyHolds(stack);
    await assertBookingsHoldPlaces(stack);
    await assertLedgerHolds(stack);
    assertNoErrorsLogged(stack);
    const { rows } = await stack.database.query(
      `SELECT count(*)::int AS used FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    assert.ok(rows[0].used <= CONNECTIONS, `${rows[0].used} connections`);
  });

  it('give up on a lock that another session holds, and book again once it is released', async () => {
    const { slug, slots } = await slotsOf();
    const book = () => stack.api.book(slug, { slot_id: slots[0]?.id, people: 1 });
    const other = await stack.database.connect();
    try {
      await other.query('BEGIN; LOCK TABLE availability.slot IN ACCESS EXCLUSIVE MODE');
      const answer = book();
      const waiting = `SELECT FROM pg_locks WHERE relation = 'availability.slot'::regclass AND NOT granted`;
      await eventually(
        'the booking waits for the lock',
        async () => (await stack.database.query(waiting)).rowCount !== 0,
      );
      await answer;
      await eventually(
        'no session waits for the lock',
        async () => (await stack.database.query(waiting)).rowCount === 0,
      );
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    assert.equal((await book()).status, 201);
  });

  it('answer 503 with Retry-After while the database is down, and book again once it is back', async () => {
    const { slug, slots } = await slotsOf();
    const booking = { slot_id: slots[0]?.id, people: 1 };
    const booked = await stack.api.book(slug, booking);
    const ticket = `${stack.api.url}${new URL(booked.body.ticket_url).pathname}`;
    await pooler.kill();
    try {
      const answers = {
        read: await call(`${stack.api.url}/api/site/facilities`, { headers: { 'X-Tenant': 'another' } }),
        booking: await stack.api.book(slug, booking),
        ticket: await call(ticket, { headers: { Accept: 'text/html' } }),
        cancelling: await follow(`${ticket}/cancel`, { method: 'POST' }),
        'admin read': await stack.api.admin('GET', `/venues/${slug}/bookings`),
        'admin write': await stack.api.admin('PATCH', `/venues/${slug}`, { name: 'Pass' }),
      };
      for (const [name, { status, headers, text }] of Object.entries(answers))
        assert.deepEqual([name, status, headers.get('retry-after')], [name, 503, '5'], text);
      assert.deepEqual(answers.booking.body, { error: 'Temporarily unavailable. Try again shortly.' });
    } finally {
      await pooler.start();
    }
    await eventually(
      'bookings succeed again',
      async () => (await stack.api.book(slug, booking)).status === 201,
    );
  });
});
