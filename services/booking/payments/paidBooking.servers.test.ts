import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { CreateBookingRequest } from '@venue-booking/proto/booking/booking';
import { Failure } from '@venue-booking/proto/failures';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { openTestPayments, type TestPayments } from '../../../test/stack/testPayments.ts';
import { createBooking } from '../core/createBooking.ts';
import type { LinkedBooking } from '../core/linkedBooking.ts';
import { placeBooking } from '../core/placeBooking.ts';
import { showBooking } from '../desk/showBooking.ts';
import { memoryRateLimit } from '../limits/rateLimit.ts';
import { type BookingLinks, bookingLinks } from '../links/bookingLinks.ts';
import { signToken } from '../links/linkToken.ts';
import { noWaitingList } from '../testing/testEffects.ts';
import { openTicket } from '../ticket/openTicket.ts';
import { openPayLink } from './payLink.ts';

const signingKeys = [{ id: 'k', secret: new Uint8Array(32).fill(1) }];

describe('booking with an online payment', () => {
  let pay: TestPayments;
  let links: BookingLinks;
  let revision = 1n;
  beforeAll(async () => {
    pay = await openTestPayments();
    links = await bookingLinks({ database: pay.database, publicUrl: 'https://book.example', signingKeys });
  });
  afterAll(() => pay.close());
  beforeEach(() => pay.account(++revision, { feeBasisPoints: 250, feeFixedCents: 30 }));

  const deps = () => ({
    ...pay.deps(),
    limit: memoryRateLimit(),
    hashKey: new Uint8Array(32),
    spendProof: async () => {},
    tally: () => {},
    waiting: noWaitingList,
    offerAt: async () => null,
    signingKeys: [],
    onPlaced: () => {},
    ...links,
  });
  const request = (
    { idempotencyKey, clientAddress = '192.0.2.1' }: Partial<CreateBookingRequest> = {},
    body: Partial<CreateBookingRequest['booking']> = {},
  ): CreateBookingRequest => ({
    venueId: 1,
    clientAddress,
    ...(idempotencyKey && { idempotencyKey }),
    booking: {
      slot_id: pay.freshSlot(),
      people: 2,
      customer_name: 'Ada Lovelace',
      customer_email: 'ada@example.com',
      extra: {},
      locale: 'en',
      ...body,
    },
  });
  const book = (...given: Parameters<typeof request>) => createBooking(deps(), request(...given));
  const setVenue = (data: object) => pay.database.venue.update({ where: { id: 1 }, data });
  const endHold = (id: number) =>
    pay.database
      .$executeRaw`UPDATE booking.booking SET hold_until = now() - interval '1 second' WHERE id = ${id}`;
  const tokenFor = (booking: LinkedBooking) => signToken('pay', signingKeys, booking);
  const tokenOf = (url = '') => url.split('/').at(-1) ?? '';

  it('is pending and returns its checkout URL and fee', async () => {
    const { booking, payment, ticket_url } = await book();
    assert.deepEqual([booking.status, booking.amount_eur], ['pending_payment', 25]);
    // 2.5 % of 25 euro, and 30 cents.
    assert.deepEqual([payment?.status, payment?.platform_fee_eur], ['open', 0.93]);
    assert.match(payment?.checkout_url ?? '', /^https:\/\/book\.example\/pay\//);
    assert.equal((await pay.find(booking.id)).platformFeeCents, 93n);
    const ticket = await openTicket(deps(), tokenOf(ticket_url));
    assert.equal(ticket?.checkoutUrl, payment?.checkout_url);
    assert.equal((await showBooking(deps(), { venueId: 1, id: booking.id })).payment_status, 'open');
    assert.equal('payments' in (await showBooking(deps(), { venueId: 1, id: booking.id })), false);
  });

  it('is confirmed without a payment if it is free, made by the venue, or has no linked provider', async () => {
    const confirmed = async (given: Awaited<ReturnType<typeof book>>) => {
      assert.deepEqual([given.booking.status, given.payment], ['confirmed', undefined]);
      const { paymentId, paymentStatus } = await pay.find(given.booking.id);
      assert.deepEqual([paymentId, paymentStatus], [null, null]);
      assert.equal((await openTicket(deps(), tokenOf(given.ticket_url)))?.checkoutUrl, null);
      assert.deepEqual(await pay.facts(given.booking), ['booking_created confirmed']);
    };
    await pay.database.facility.update({ where: { id: 1 }, data: { priceCents: 0 } });
    await confirmed(await book());
    await pay.database.facility.update({ where: { id: 1 }, data: { priceCents: 1250 } });
    const { booking: body } = request();
    const by = { source: 'desk', actor: 'operator', guest: null } as const;
    const placeRequest = { uid: randomUUID(), venueId: 1, body, idempotencyKey: null, by };
    assert.equal((await placeBooking(deps(), placeRequest)).booking.status, 'confirmed');
    await pay.account(++revision, { linked: false });
    await confirmed(await book());
  });

  it('uses the newest terms of the payment account, in any order of events', async () => {
    await pay.account(revision + 2n, { feeFixedCents: 200 });
    await pay.account(revision + 1n, { linked: false });
    revision += 2n;
    assert.equal((await book()).payment?.platform_fee_eur, 2);
  });

  it('works with a provider that this service does not know: fee, mail and ticket', async () => {
    const terms = { provider: 'provider of a newer version', feeBasisPoints: 250, feeFixedCents: 30 };
    await pay.account(++revision, terms);
    const { booking, payment, ticket_url } = await book();
    assert.deepEqual([booking.status, payment?.platform_fee_eur], ['pending_payment', 0.93]);
    assert.equal((await openTicket(deps(), tokenOf(ticket_url)))?.checkoutUrl, payment?.checkout_url);
    const { paymentId } = await pay.find(booking.id);
    const hold = { id: booking.id, paymentId: paymentId ?? '', uid: '', slotId: 0 };
    await pay.paid(hold);
    assert.equal(await pay.state(hold), 'confirmed, paid');
    assert.equal((await openTicket(deps(), tokenOf(ticket_url)))?.checkoutUrl, null);
    const refund = { refundId: randomUUID(), amountCents: 2500n, reason: 'owner', inFull: true };
    await pay.tell('events.payment.payment_refunded', hold, refund);
    const mails = await pay.database.mail.findMany({ where: { bookingId: BigInt(booking.id) } });
    assert.deepEqual(mails.map(({ kind }) => kind).sort(), ['confirmed', 'payment_due', 'refunded']);
    assert.equal((await showBooking(deps(), { venueId: 1, id: booking.id })).payment_status, 'refunded');
  });

  it('never has a fee above its amount, with any provider', async () => {
    await pay.account(++revision, { provider: 'provider of a newer version', feeFixedCents: 100_00 });
    assert.equal((await book()).payment?.platform_fee_eur, 25);
  });

  it('is held for the venue’s hold time at the moment of booking', async () => {
    await setVenue({ holdMinutes: 40 });
    const { holdUntil, graceUntil, createdAt } = await pay.find((await book()).booking.id);
    await setVenue({ holdMinutes: 15 });
    const minutes = [holdUntil, graceUntil].map(
      (at) => ((at?.getTime() ?? 0) - createdAt.getTime()) / 60_000,
    );
    assert.deepEqual(minutes, [40, 80]);
  });

  it('is returned again for its Idempotency-Key, in its current state', async () => {
    const again = request({ idempotencyKey: randomUUID() });
    const first = await createBooking(deps(), again);
    const second = await createBooking(deps(), again);
    assert.deepEqual({ ...second, quota: null }, { ...first, quota: null });
    const { paymentId } = await pay.find(first.booking.id);
    await pay.paid({ id: first.booking.id, paymentId: paymentId ?? '', uid: '', slotId: 0 });
    const third = await createBooking(deps(), again);
    assert.deepEqual([third.booking.status, third.payment?.status], ['confirmed', 'paid']);
    assert.equal(third.payment?.checkout_url, first.payment?.checkout_url);
  });

  it('counts for the caps on open holds per address and opened mailbox; a rejected booking takes no places', async () => {
    await setVenue({ maxOpenHoldsPerAddress: 2, maxOpenHoldsPerEmail: 3 });
    const refused = (error: unknown) => error instanceof Failure && error.code === 'too_many_holds';
    const from = (clientAddress: string, customer_email: string) =>
      book({ clientAddress }, { customer_email });
    // One client, because a client of IPv6 is a /64.
    await from('2001:db8::1', 'a@example.com');
    await from('2001:db8::2', 'a@example.com');
    const other = request({ clientAddress: '2001:db8::3' }, { customer_email: 'b@example.com' });
    await assert.rejects(createBooking(deps(), other), refused);
    assert.equal(await pay.places.booked(other.booking.slot_id), 0);
    await from('2001:db9::1', 'A@example.com');
    await from('2001:dba::1', 'a@example.com');
    await pay.database.booking.updateMany({ data: { mailboxOpened: true } });
    await assert.rejects(from('2001:db9::2', 'a@example.com'), refused);
    await setVenue({ maxOpenHoldsPerAddress: null, maxOpenHoldsPerEmail: null });
  });

  describe('pay link', () => {
    const open = (url: string | undefined) => openPayLink(deps(), tokenOf(url));

    it('opens the same order as the event payment_requested', async () => {
      const { booking, payment, ticket_url } = await book();
      const link = await open(payment?.checkout_url);
      const [row] = await pay.database.$queryRaw<{ payload: Record<string, unknown> }[]>`
        SELECT payload FROM booking.outbox
        WHERE subject = 'events.booking.payment_requested' AND payload->>'bookingId' = ${String(booking.id)}`;
      const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value);
      const order = Object.fromEntries(
        Object.entries(link?.order ?? {}).map(([key, it]) => [key, asText(it)]),
      );
      assert.deepEqual(order, { ...row?.payload, venueId: '1' });
      assert.deepEqual(
        [link?.venueId, link?.bookingId, link?.bookingStatus, link?.facility, link?.amount_eur, link?.locale],
        [1, booking.id, 'pending_payment', 'Pass', 25, 'en'],
      );
      assert.deepEqual([link?.starts_at, link?.ends_at], [booking.starts_at, booking.ends_at]);
      assert.deepEqual([link?.ticketUrl, link?.redirectUrl], [ticket_url, ticket_url]);
    });

    it('redirects the guest to exactly the given address', async () => {
      const redirect_url = 'https://www.example.com/thanks?x=%20y#z';
      const { payment } = await book({}, { redirect_url });
      assert.equal((await open(payment?.checkout_url))?.redirectUrl, redirect_url);
    });

    it('still opens after the booking expired, and shows that status', async () => {
      const { booking, payment } = await book();
      const { paymentId } = await pay.find(booking.id);
      await pay.lapsed({ id: booking.id, paymentId: paymentId ?? '', uid: '', slotId: 0 });
      assert.equal((await open(payment?.checkout_url))?.bookingStatus, 'expired');
    });

    it('does not open a ticket, nor a ticket a pay link, and asks for nothing without an online payment', async () => {
      const { payment, ticket_url, booking } = await book();
      assert.equal(await open(ticket_url), null);
      assert.equal(await openTicket(deps(), tokenOf(payment?.checkout_url)), null);
      assert.equal(await open(''), null);
      const { nonce } = await pay.find(booking.id);
      assert.equal(await openPayLink(deps(), await tokenFor({ venueId: 2, id: booking.id, nonce })), null);
      await pay.account(++revision, { linked: false });
      const free = await book();
      const link = await openPayLink(deps(), await tokenFor(await pay.find(free.booking.id)), {
        request: true,
      });
      assert.deepEqual([link?.bookingStatus, link?.order], ['confirmed', undefined]);
    });

    it('is no longer on the ticket once the hold is over', async () => {
      const { booking, ticket_url } = await book();
      await endHold(booking.id);
      const ticket = await openTicket(deps(), tokenOf(ticket_url));
      assert.deepEqual([ticket?.booking.status, ticket?.checkoutUrl], ['pending_payment', null]);
    });
  });
});
