import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually } from '../stack/api.ts';
import { waitUntilIdle, wipeBroker } from '../stack/broker.ts';
import { follow, payThrough } from '../stack/guest.ts';
import { assertBookingsHoldPlaces, assertLedgerHolds, assertNoErrorsLogged } from '../stack/ledger.ts';
import { assertMoneyHolds, assertOnce } from '../stack/money.ts';
import { newPaidVenue, type PaidVenue } from '../stack/paidVenue.ts';
import { logsOf } from '../stack/search.ts';
import { type Stack, startAsServices } from '../stack/stack.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/production.md'), 'utf8');
/** SQL of docs/production.md, as an operator copies it. */
const statement = (word: string) =>
  [...PAGE.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) => sql).find((sql) => sql.includes(word)) ?? '';
const LET_NUMBERS_JUMP = statement('setval');
const WHO_WAS_ERASED = statement('customer_email');
const CALENDAR = /^UID:.*$/m;

describe('restoring a backup by the steps of docs/production.md', () => {
  let stack: Stack;
  let venue: PaidVenue;
  let kept: Awaited<ReturnType<PaidVenue['book']>>;
  let erased: typeof kept;
  let cancelled: typeof kept;
  let lost: typeof kept;
  let lostUid: string | undefined;
  let mailBefore: number;

  beforeAll(async () => {
    stack = await startAsServices({ env: { LOG_LEVEL: 'info' } });
    venue = await newPaidVenue(stack);
    [kept, erased, cancelled] = await Promise.all([venue.book(), venue.book(), venue.book()]);
    for (const { id, payUrl } of [kept, erased, cancelled]) {
      await payThrough(payUrl);
      await venue.becomes(id, 'confirmed');
    }
    await waitUntilIdle(stack);
    await untilMailed();
    mailBefore = stack.mail.to(kept.email).length;
    await whileStopped(() => copy('backup_of'));

    lost = await venue.book();
    lostUid = CALENDAR.exec((await follow(`${lost.ticketUrl}/booking.ics`)).text)?.[0];
    assert.equal((await follow(`${cancelled.ticketUrl}/cancel`, { method: 'POST' })).status, 303);
    const path = `/venues/${venue.slug}/guests?email=${encodeURIComponent(erased.email)}`;
    assert.equal((await stack.api.admin('DELETE', path)).body.erased_bookings, 1);
    await waitUntilIdle(stack);

    await whileStopped(async () => {
      await copy('back_from');
      const streams = await wipeBroker(stack);
      assert.deepEqual(streams.sort(), ['events_booking', 'events_catalog', 'events_payment']);
    });
  });
  afterAll(() => stack?.stop());

  const untilMailed = () =>
    eventually('all mail is sent', async () => {
      // Except mails that ask for payment, which are not due yet.
      const { rowCount } = await stack.database.query(
        `SELECT FROM booking.mail WHERE status = 'queued' AND NOT (kind = 'payment_due' AND attempts = 0)`,
      );
      return rowCount === 0;
    });

  async function whileStopped(work: () => Promise<void>): Promise<void> {
    await Promise.all(stack.processes.map((process) => process.stop()));
    await work();
    for (const process of stack.processes) process.start();
    await stack.ready();
  }

  /** Copies the database to its backup, or the backup back to the database. */
  async function copy(way: 'backup_of' | 'back_from'): Promise<void> {
    const { connectionString } = stack.database.options;
    const url = new URL(connectionString ?? '');
    const name = url.pathname.slice(1);
    const backup = `backup_of_${name}`;
    const [from, to] = way === 'backup_of' ? [name, backup] : [backup, name];
    const client = new pg.Client({ connectionString: Object.assign(url, { pathname: '/postgres' }).href });
    await client.connect();
    try {
      await client.query(`DROP DATABASE IF EXISTS ${to} WITH (FORCE)`);
      await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [from]);
      await client.query(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY FILE_COPY`);
      if (way === 'back_from') await client.query(`DROP DATABASE ${from}`);
    } finally {
      await client.end();
    }
  }

  it('rejects links of lost bookings, although their numbers are assigned again', async () => {
    const again = await venue.book();
    assert.equal(again.id, lost.id, 'it has the number of the lost booking');
    assert.equal((await follow(again.ticketUrl)).status, 200);
    assert.equal((await follow(again.payUrl)).status, 303);
    assert.equal((await follow(lost.ticketUrl)).status, 404);
    assert.equal((await follow(`${lost.ticketUrl}/booking.ics`)).status, 404);
    assert.equal((await follow(`${lost.ticketUrl}/cancel`, { method: 'POST' })).status, 404);
    assert.equal((await follow(lost.payUrl)).status, 404);
    const ticket = { ticket: lost.ticketUrl };
    const checkIn = await stack.api.admin('POST', `/venues/${venue.slug}/check-in`, ticket);
    assert.equal(checkIn.status, 404, checkIn.text);
    assert.equal(await venue.statusOf(again.id), 'pending_payment');
    const uid = CALENDAR.exec((await follow(`${again.ticketUrl}/booking.ics`)).text)?.[0];
    assert.ok(uid && lostUid && uid !== lostUid, `appointment ${uid} differs from ${lostUid}`);
  });

  it('keeps links from before the backup valid', async () => {
    for (const { ticketUrl } of [kept, erased, cancelled])
      assert.equal((await follow(ticketUrl)).status, 200);
  });

  it('lets new booking numbers skip those of the lost hours', async () => {
    await stack.database.query(LET_NUMBERS_JUMP);
    assert.ok((await venue.book()).id > lost.id + 1000);
  });

  it('publishes events again, without a second effect', async () => {
    await waitUntilIdle(stack);
    await assertOnce(stack);
    await assertMoneyHolds(stack);
    await assertLedgerHolds(stack);
    await assertBookingsHoldPlaces(stack);
    await untilMailed();
    assert.equal(stack.mail.to(kept.email).length, mailBefore, 'no mail is sent twice');
  });

  it('restores a booking that was cancelled after the backup', async () => {
    assert.equal(await venue.statusOf(cancelled.id), 'confirmed');
  });

  it('restores an erased guest, who is erased again by the booking numbers in the log', async () => {
    const emailOf = async () =>
      (await stack.database.query('SELECT customer_email FROM booking.booking WHERE id = $1', [erased.id]))
        .rows[0];
    assert.deepEqual(await emailOf(), { customer_email: erased.email });
    const numbers = logsOf(stack)
      .split('\n')
      .filter((line) => line.includes('guest erased'))
      .flatMap((line) => JSON.parse(line).bookings);
    assert.deepEqual(numbers, [erased.id]);
    const { rows } = await stack.database.query(WHO_WAS_ERASED.replace(/\(41, 57\)/, `(${numbers.join()})`));
    assert.deepEqual(rows, [{ slug: venue.slug, customer_email: erased.email }]);
    for (const { slug, customer_email } of rows)
      await stack.api.admin('DELETE', `/venues/${slug}/guests?email=${encodeURIComponent(customer_email)}`);
    assert.deepEqual(await emailOf(), { customer_email: '' });
  });

  it('logs no error', () => assertNoErrorsLogged(stack));
});
