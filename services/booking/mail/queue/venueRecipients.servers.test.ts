import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { deleteExpiredRows } from '@venue-booking/kit/postgres/retention';
import { until } from '@venue-booking/kit/testing/testMessaging';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { NewBooking } from '../../core/saveBooking.ts';
import { showBooking } from '../../desk/showBooking.ts';
import { RETENTION_RULES } from '../../retention.ts';
import { writeChange } from '../../testing/testEffects.ts';
import { contact, openTestMail, type TestMail } from '../../testing/testMail.ts';
import { FIRST_DAY_CAP } from './recipientCap.ts';
import { resendMail } from './resendMail.ts';
import { countRecipients, RECIPIENT_LIMIT_REACHED, venueRecipients, waitingMail } from './venueRecipients.ts';

const hashKey = new Uint8Array(32).fill(5);
const DAY_MS = 24 * 3600_000;
const STRANGERS = 150;

describe('recipients of a venue’s mail', () => {
  let mail: TestMail;
  let venue: VenueContact;
  beforeAll(async () => {
    mail = await openTestMail();
  });
  beforeEach(async () => {
    venue = { ...contact, createdAt: new Date().toISOString() };
    await mail.database.$executeRaw`DELETE FROM booking.venue_recipient`;
    await mail.database.$executeRaw`UPDATE booking.mail SET status = 'dropped' WHERE status = 'queued'`;
  });
  afterEach(() => mail.stopMailers());
  afterAll(() => mail.close());

  /** One instance per replica of the service. */
  const recipients = () => venueRecipients({ database: mail.database, hashKey });
  const start = () => {
    const { allowRecipient } = recipients();
    return mail.start({
      speedup: 10_000,
      sources: {
        contactOf: async () => venue,
        allowRecipient: ({ venueId }, of, { customerEmail }) => allowRecipient(venueId, of, customerEmail),
      },
    });
  };
  const bookAll = (count: number, changes: Partial<NewBooking> = {}) =>
    Promise.all(
      Array.from({ length: count }, () =>
        mail.book({ source: 'desk', customerEmail: `${randomUUID()}@example.com`, ...changes }),
      ),
    );
  const sentTo = (bookings: { email: string }[]) =>
    bookings.filter(({ email }) => mail.smtp.to(email).length > 0).length;
  const waiting = async () => (await waitingMail(mail.database, 1))?.count ?? 0;
  const settled = (total: number) =>
    until(async () => {
      const waits = await waiting();
      const queued = await mail.database.mail.count({ where: { status: 'queued' } });
      return queued === waits && total >= waits;
    });

  it('are limited per day at a new venue: mail to 150 strangers stops there, across several mailers', async () => {
    const strangers = await bookAll(STRANGERS);
    start();
    start();
    await settled(STRANGERS);
    assert.equal(sentTo(strangers), FIRST_DAY_CAP);
    assert.equal(await waiting(), STRANGERS - FIRST_DAY_CAP);
    assert.equal(await countRecipients(mail.database, 1), FIRST_DAY_CAP);
  });

  it('include 60 people on the first day without a wait, also repeatedly', async () => {
    const guests = await bookAll(60);
    start();
    await settled(60);
    for (const { id } of guests) await resendMail(mail.database, { venueId: 1, id }, 'operator');
    await until(() => guests.every(({ email }) => mail.smtp.to(email).length === 2));
    assert.deepEqual([await waiting(), await countRecipients(mail.database, 1)], [0, 60]);
  });

  it('wait at the limit with an attention entry, until the next day or until the venue is trusted', async () => {
    const strangers = await bookAll(FIRST_DAY_CAP + 4);
    start();
    await settled(4);
    const late = strangers.filter(({ email }) => mail.smtp.to(email).length === 0);
    assert.equal(late.length, 4);
    const newest = Math.max(...late.map(({ id }) => id));
    const waitingNow = await waitingMail(mail.database, 1);
    assert.deepEqual([waitingNow?.count, waitingNow?.bookingId], [4, newest]);
    const deps = { database: mail.database, ticketUrl: async () => 'https://book.example/tickets/x' };
    const { mails } = await showBooking(deps, { venueId: 1, id: newest });
    assert.deepEqual(
      mails.map(({ state, waits_for }) => [state, waits_for]),
      [['queued', 'recipients']],
    );
    await mail.database.$executeRaw`
      UPDATE booking.venue_recipient SET since = since - interval '25 hours' WHERE mailbox_hash IN
        (SELECT mailbox_hash FROM booking.venue_recipient LIMIT 2)`;
    await until(() => sentTo(strangers) === FIRST_DAY_CAP + 2);
    venue = { ...venue, linkHosts: null };
    await until(() => sentTo(strangers) === FIRST_DAY_CAP + 4);
    await until(async () => (await waiting()) === 0);
  });

  it('do not count if they booked themselves, until the venue changes their address', async () => {
    const guests = await bookAll(FIRST_DAY_CAP + 5, { source: 'online' });
    start();
    await until(() => sentTo(guests) === guests.length);
    assert.equal(await countRecipients(mail.database, 1), 0);
    const id = guests[0]?.id ?? 0;
    const before = await mail.database.booking.findUniqueOrThrow({ where: { id: BigInt(id) } });
    const customer_email = `${randomUUID()}@example.com`;
    const change = {
      ...{ patch: { customer_email }, people: 2, guests: null, addOns: null, extra: {}, price: null },
      ...{ actor: 'operator', move: null },
    };
    assert.equal(await writeChange({ database: mail.database, hashKey }, before, change), null);
    await until(() => mail.smtp.to(customer_email).length === 1);
    assert.equal(await countRecipients(mail.database, 1), 1);
  });

  it('are unlimited if the operator trusts the venue, and while catalog does not send the setting', async () => {
    const { allowRecipient, allowanceOf } = recipients();
    for (const free of [
      { ...venue, linkHosts: null },
      { ...venue, createdAt: undefined },
    ]) {
      const allowed = await Promise.all(
        Array.from({ length: FIRST_DAY_CAP + 1 }, () =>
          allowRecipient(1, free, `${randomUUID()}@example.com`),
        ),
      );
      assert.ok(allowed.every(Boolean));
      assert.equal(await allowanceOf(1, free), null);
    }
  });

  it('get no mail that has waited for days, which the history shows', async () => {
    const strangers = await bookAll(FIRST_DAY_CAP + 1);
    start();
    await settled(1);
    const [late] = strangers.filter(({ email }) => mail.smtp.to(email).length === 0);
    const id = late?.id ?? 0;
    await mail.database.$executeRaw`
      UPDATE booking.mail SET created_at = created_at - interval '4 days' WHERE booking_id = ${id}`;
    await until(async () => (await mail.rows(id))[0]?.status === 'dropped');
    const history = await mail.database.history.findMany({
      where: { bookingId: id },
      orderBy: { seq: 'asc' },
    });
    assert.deepEqual(
      [history.at(-1)?.action, history.at(-1)?.note],
      ['mail_dropped', RECIPIENT_LIMIT_REACHED],
    );
    assert.equal(mail.smtp.to(late?.email ?? '').length, 0);
  });

  it('are deleted after a day and stored as a hash until then', async () => {
    await recipients().allowRecipient(1, venue, 'old@example.com');
    await mail.database.$executeRaw`UPDATE booking.venue_recipient SET since = since - interval '25 hours'`;
    await recipients().allowRecipient(1, venue, 'new@example.com');
    await deleteExpiredRows(mail.database, RETENTION_RULES);
    const left = await mail.database.$queryRaw<unknown[]>`SELECT * FROM booking.venue_recipient`;
    assert.equal(left.length, 1);
    assert.doesNotMatch(JSON.stringify(left), /example/);
  });

  it('are more for an older venue and for past visits paid online', async () => {
    const { database } = mail;
    const days = (count: number) => new Date(Date.now() - count * DAY_MS).toISOString();
    const allowance = () => recipients().allowanceOf(1, venue);
    assert.equal(await allowance(), FIRST_DAY_CAP);
    venue = { ...venue, createdAt: days(10) };
    assert.equal(await allowance(), FIRST_DAY_CAP + 50);
    const paid = await Promise.all([1, 2, 3].map(() => mail.book({ status: 'pending_payment' })));
    const ids = paid.map(({ id }) => BigInt(id));
    await database.booking.updateMany({
      where: { id: { in: ids } },
      data: { status: 'confirmed', paymentStatus: 'paid' },
    });
    assert.equal(await allowance(), FIRST_DAY_CAP + 50, 'a future visit does not count');
    await database.booking.updateMany({
      where: { id: { in: ids } },
      data: { startsAt: new Date(Date.now() - 2 * DAY_MS), endsAt: new Date(Date.now() - DAY_MS) },
    });
    assert.equal(await allowance(), FIRST_DAY_CAP + 53);
    const { allowRecipient } = recipients();
    const allowed = await Promise.all(
      Array.from({ length: FIRST_DAY_CAP + 60 }, (_, at) => allowRecipient(1, venue, `${at}@example.com`)),
    );
    assert.equal(allowed.filter(Boolean).length, FIRST_DAY_CAP + 53);
    assert.equal(await allowRecipient(1, venue, '0+again@example.com'), true, 'the same mailbox');
    assert.equal(await allowRecipient(1, venue, 'new@example.com'), false);
    assert.equal(await allowRecipient(1, venue, 'new@example.com', 1), true, 'the venue’s contact');
    assert.equal(await allowRecipient(2, venue, 'new@example.com'), true, 'each venue is counted separately');
  });
});
