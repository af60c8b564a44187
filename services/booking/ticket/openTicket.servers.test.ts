import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { bookingLinks, isExpired } from '../links/bookingLinks.ts';
import { signToken } from '../links/linkToken.ts';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { saveBooking } from '../testing/testEffects.ts';
import { openTicket } from './openTicket.ts';

const signingKeys = [{ id: 'k', secret: new Uint8Array(32).fill(1) }];
const HOUR = 3600_000;
const publicUrl = 'https://book.example';
let bookings: TestBookings;
let links: Awaited<ReturnType<typeof bookingLinks>>;
beforeAll(async () => {
  bookings = await openTestBookings();
  links = await bookingLinks({ database: bookings.database, publicUrl, signingKeys });
});
afterAll(() => bookings.close());

const hashOf = (token: string) =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
const tokenOf = (url: string) => url.split('/').at(-1) ?? '';
const save = async (changes: Parameters<typeof newBooking>[0]) => {
  const saved = await saveBooking(bookings.database, newBooking(changes));
  return bookings.database.booking.findUniqueOrThrow({ where: { id: saved?.id ?? 0 } });
};
const opened = async (changes: Parameters<typeof newBooking>[0]) =>
  openTicket({ ...bookings, ...links }, tokenOf(await links.ticketUrl(await save(changes))));
/** A booking made by a release without nonces. */
const saveAsBefore = async () =>
  bookings.database.booking.update({ where: { id: (await save({})).id }, data: { nonce: null } });
/** The ticket of a booking of so many hours. */
const openedAt = (startsAt: number, hours = 1) => opened({ startsAt, endsAt: startsAt + hours * HOUR });

test('returns UTC offsets only for a night with a repeated hour', async () => {
  const lastWithTwo = Date.UTC(2030, 9, 27, 0);
  assert.deepEqual((await openedAt(lastWithTwo))?.utcOffsets, [120, 60]);
  assert.deepEqual((await openedAt(lastWithTwo + HOUR))?.utcOffsets, [60, 60]);
  assert.deepEqual((await openedAt(lastWithTwo - 2 * HOUR))?.utcOffsets, null);
  assert.deepEqual((await openedAt(Date.UTC(2030, 5, 3, 8)))?.utcOffsets, null);
});

test('lets a guest cancel until the venue’s deadline', async () => {
  const soon = await openedAt(Math.ceil(Date.now() / 60_000) * 60_000 + 23 * HOUR);
  assert.equal(soon?.cancellable, false);
  const later = await openedAt(Math.ceil(Date.now() / 60_000) * 60_000 + 25 * HOUR);
  assert.equal(later?.cancellable, true);
  assert.equal((await openedAt(Date.UTC(2030, 5, 3, 8)))?.cancelUntil, '2030-06-02T10:00');
});

test('expires a guest’s links six months after the visit, also those of old bookings, but never for a scan', async () => {
  const row = await save({});
  const tokens = async (of: typeof row) => ({
    ticket: tokenOf(await links.ticketUrl(of)),
    pay: tokenOf(await links.payUrl(of)),
  });
  const endAt = (months: number, days: number) =>
    bookings.database.$executeRawUnsafe(
      `UPDATE booking.booking SET starts_at = now() - make_interval(months => $2::integer, days => $3::integer) - interval '1 hour',
         ends_at = now() - make_interval(months => $2::integer, days => $3::integer) WHERE id = $1`,
      row.id,
      months,
      days,
    );
  for (const signed of [row, { ...row, nonce: null }]) {
    const { ticket, pay } = await tokens(signed);
    await bookings.database.booking.update({ where: { id: row.id }, data: { nonce: signed.nonce } });
    await endAt(5, 25);
    assert.equal((await links.findByTicket(ticket))?.id, row.id);
    assert.equal((await links.findByPayToken(pay))?.id, row.id);
    await endAt(6, 5);
    const expired = { code: 'ticket_expired', params: { months: 6 } };
    await assert.rejects(links.findByTicket(ticket), expired);
    await assert.rejects(links.findByPayToken(pay), expired);
    await assert.rejects(openTicket({ ...bookings, ...links }, ticket), expired);
    assert.equal((await links.findScanned(ticket))?.id, row.id);
  }
});

test('expires a link exactly six calendar months after the end', () => {
  const endsAt = new Date('2030-08-31T20:00:00Z');
  assert.equal(isExpired({ endsAt }, Date.parse('2031-02-28T20:00:00Z')), false);
  assert.equal(isExpired({ endsAt }, Date.parse('2031-03-03T20:00:00Z')), false);
  assert.equal(isExpired({ endsAt }, Date.parse('2031-03-03T20:00:00.001Z')), true);
});

test('opens the ticket of another installation, from which the venue came, and nothing else of it', async () => {
  const row = await save({});
  const theirs = await bookingLinks({
    ...{ database: bookings.database, publicUrl: 'https://elsewhere.example' },
    signingKeys: [{ id: 'k', secret: new Uint8Array(32).fill(2) }],
  });
  const there = { venueId: 70, id: 4711, nonce: Buffer.from('abcdef'), createdAt: new Date() };
  const [ticket, pay] = [tokenOf(await theirs.ticketUrl(there)), tokenOf(await theirs.payUrl(there))];
  assert.equal(await links.findByTicket(ticket), null);
  for (const hash of [...(await theirs.ticketHashes(there)), hashOf(pay)])
    await bookings.database.importedTicket.create({
      data: { hash, venueId: row.venueId, bookingId: row.id },
    });
  assert.equal((await links.findByTicket(ticket))?.id, row.id);
  assert.equal((await links.findScanned(ticket))?.id, row.id);
  assert.equal((await openTicket({ ...bookings, ...links }, ticket))?.booking.id, Number(row.id));
  assert.equal(await links.findByPayToken(pay), null);
  assert.equal(await links.findByTicket(`${ticket.slice(0, -1)}${ticket.endsWith('A') ? 'B' : 'A'}`), null);
  assert.deepEqual((await links.importedHashes(row.venueId, [row.id])).get(row.id)?.length, 2);
  assert.equal((await links.importedHashes(row.venueId + 1, [row.id])).size, 0);
});

test('reports a failed refund until another refund or a cancellation follows', async () => {
  const payment = { id: randomUUID(), feeCents: 0, holdMinutes: 15, refundTiers: null };
  const row = await save({ status: 'pending_payment', payment });
  const data = { status: 'cancelled', paymentStatus: 'paid', keptCents: 0n };
  await bookings.database.booking.update({ where: { id: row.id }, data });
  const ticket = async () => openTicket({ ...bookings, ...links }, tokenOf(await links.ticketUrl(row)));
  for (const [action, failed] of [
    ['refunded', false],
    ['refund_failed', true],
    ['cancelled', false],
    ['refund_failed', true],
  ] as const) {
    const { venueId, id: bookingId } = row;
    await bookings.database.history.create({ data: { venueId, bookingId, actor: 'bank', action } });
    assert.equal((await ticket())?.refundFailed, failed, action);
  }
});

test('reports if the cancellation deadline had passed at booking, also for an unpaid booking', async () => {
  const soon = Math.ceil(Date.now() / 60_000) * 60_000 + 23 * HOUR;
  assert.equal((await openedAt(soon))?.neverCancellable, true);
  assert.equal((await openedAt(soon + 2 * HOUR))?.neverCancellable, false);
  const unpaid = await opened({ startsAt: soon, endsAt: soon + HOUR, status: 'pending_payment' });
  assert.deepEqual([unpaid?.cancellable, unpaid?.neverCancellable], [true, false]);
});

test('returns the cancellation deadline after payment while the booking is unpaid', async () => {
  const status = 'pending_payment';
  assert.equal((await opened({ status }))?.cancelUntilOncePaid, '2030-06-02T10:00');
  const soon = Math.ceil(Date.now() / 60_000) * 60_000 + 23 * HOUR;
  const late = await opened({ startsAt: soon, endsAt: soon + HOUR, status });
  assert.equal(late?.cancelUntilOncePaid, null);
  assert.equal((await opened({}))?.cancelUntilOncePaid, undefined);
});

test('returns the payment deadline while the booking is unpaid', async () => {
  const { payUntil } = (await opened({ status: 'pending_payment' })) ?? {};
  const minutes = [14, 15].map((ahead) => localAt('Europe/Amsterdam', Date.now() + ahead * 60_000));
  assert.ok(minutes.includes(payUntil ?? ''), `${payUntil} is none of ${minutes}`);
  assert.equal((await opened({}))?.payUntil, null);
});

test('does not open, after a restore, a new booking with the id of the old one', async () => {
  const { database } = bookings;
  const row = await save({ status: 'pending_payment' });
  const [ticket, pay] = [tokenOf(await links.ticketUrl(row)), tokenOf(await links.payUrl(row))];
  assert.equal((await links.findByTicket(ticket))?.id, row.id);
  assert.equal((await links.findByPayToken(pay))?.id, row.id);
  await database.booking.update({ where: { id: row.id }, data: { nonce: newBooking().nonce } });
  assert.equal(await links.findByTicket(ticket), null);
  assert.equal(await links.findByPayToken(pay), null);
});

describe('links of a release without nonces', () => {
  /** Links of a database that used the old form until `shortFrom`. */
  const migrated = async (shortFrom: string) => {
    await bookings.database.$executeRawUnsafe(`UPDATE booking.link_form SET short_from = ${shortFrom}`);
    return bookingLinks({ ...bookings, publicUrl, signingKeys });
  };
  const plain = async ({ venueId, id }: { venueId: number; id: bigint }) => ({
    ticket: await signToken('ticket', signingKeys, { venueId, id, nonce: null }),
    pay: await signToken('pay', signingKeys, { venueId, id, nonce: null }),
  });
  afterAll(() => migrated(`now() - interval '1 day'`));

  test('open its bookings, and during the upgrade also new ones, whose mail it may send', async () => {
    const today = await migrated(`now() + interval '7 days'`);
    for (const row of [await save({}), await saveAsBefore()]) {
      const { ticket, pay } = await plain(row);
      assert.equal((await today.findByTicket(ticket))?.id, row.id);
      assert.equal((await today.findByPayToken(pay))?.id, row.id);
    }
  });

  test('open only its own bookings after the upgrade', async () => {
    const [own, ours] = [await saveAsBefore(), await save({})];
    const later = await migrated(`now() - interval '1 day'`);
    assert.equal((await later.findByTicket((await plain(own)).ticket))?.id, own.id);
    assert.equal(await later.findByTicket((await plain(ours)).ticket), null);
    assert.equal(await later.findByPayToken((await plain(ours)).pay), null);
  });
});
