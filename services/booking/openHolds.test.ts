import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { EventOf } from '@venue-booking/proto/events';
import { Failure } from '@venue-booking/proto/failures';
import { type NewBooking, saveBooking } from './bookingStore.ts';
import { changeStatus } from './changeStatus.ts';
import { saveWithinCaps } from './openHolds.ts';
import { notePaid } from './payments/notePaid.ts';
import { newBooking, openTestBookings, type TestBookings } from './testBookings.ts';

describe('the cap on open unpaid holds', () => {
  let bookings: TestBookings;
  before(async () => {
    bookings = await openTestBookings();
  });
  after(() => bookings.close());

  const caps = (perAddress: number | null, perEmail: number | null) => ({ perAddress, perEmail });
  const hold = (changes: Partial<NewBooking> = {}) =>
    newBooking({
      status: 'pending_payment',
      client: randomUUID(),
      customerEmail: `${randomUUID()}@example.com`,
      ...changes,
    });
  type Save = (
    booking: NewBooking,
    caps: { perAddress: number | null; perEmail: number | null },
  ) => Promise<unknown>;
  const save: Save = (booking, limits) => saveWithinCaps(bookings.database, booking, limits);
  /** How many of `count` twins that come at once are saved. */
  const savedOf = async (
    count: number,
    twin: () => NewBooking,
    limits: ReturnType<typeof caps>,
    by: Save = save,
  ) => {
    const outcomes = await Promise.allSettled(Array.from({ length: count }, () => by(twin(), limits)));
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        assert.equal(outcome.reason instanceof Failure && outcome.reason.code, 'too_many_holds');
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  };

  it('is exact for one client address, however many come at once', async () => {
    const client = randomUUID();
    assert.equal(await savedOf(12, () => hold({ client }), caps(3, null)), 3);
  });

  it('is exact for one e-mail address, in whatever case', async () => {
    const email = `${randomUUID()}@example.com`;
    let turn = 0;
    const twin = () => hold({ customerEmail: turn++ % 2 ? email.toUpperCase() : email });
    assert.equal(await savedOf(12, twin, caps(null, 2)), 2);
  });

  it('would not be, if it were counted before saving without a lock', async () => {
    const client = randomUUID();
    const naive: Save = async (booking, { perAddress }) => {
      const open = await bookings.database.booking.count({ where: { client, status: 'pending_payment' } });
      if (open >= (perAddress ?? 0)) throw new Failure('too_many_holds');
      return saveBooking(bookings.database, booking);
    };
    assert.ok((await savedOf(12, () => hold({ client }), caps(3, null), naive)) > 3);
  });

  it('counts a hold no longer once it is paid, expired or cancelled, and forgets its client then', async () => {
    const client = randomUUID();
    for (const to of ['confirmed', 'expired', 'cancelled'] as const) {
      const saved = (await save(hold({ client }), caps(1, 1))) as { id: number };
      assert.equal(await savedOf(1, () => hold({ client }), caps(1, 1)), 0);
      const { database } = bookings;
      const find = () => database.booking.findUniqueOrThrow({ where: { id: BigInt(saved.id) } });
      if (to === 'confirmed') {
        const paid = { venueId: 1, paymentId: (await find()).paymentId ?? '', amountCents: 2500n };
        await notePaid(database, paid as EventOf<'events.payment.payment_paid'>);
      } else await changeStatus(database, { venueId: 1, id: saved.id }, { to, actor: 'system' });
      const row = await find();
      assert.deepEqual([row.status, row.client], [to, null]);
    }
  });

  it('holds nobody up who has nothing to pay, nor a venue without a cap', async () => {
    const client = randomUUID();
    assert.equal(await savedOf(5, () => hold({ client }), caps(null, null)), 5);
    const customerEmail = `${randomUUID()}@example.com`;
    assert.equal(await savedOf(5, () => newBooking({ customerEmail }), caps(1, 1)), 5);
  });
});
