import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openTestPayments, type TestPayments } from '../../../test/stack/testPayments.ts';
import { cancelBooking } from '../core/cancelBooking.ts';
import { eraseGuest } from '../desk/eraseGuest.ts';
import { changeStatus } from '../testing/testEffects.ts';
import { expireHolds } from './expireHolds.ts';
import { settleLatePayments } from './settleLatePayments.ts';

describe('payment events of a booking', () => {
  let pay: TestPayments;
  beforeAll(async () => {
    pay = await openTestPayments();
  });
  afterAll(() => pay.close());

  const cancel = (id: number) =>
    cancelBooking(pay.deps(), { venueId: 1, id }, { guest: false, actor: 'operator' });
  /** Sets the end of a hold so many minutes ago; the grace period is as long as the hold. */
  const endHold = (id: number, minutesAgo: number) => pay.database.$executeRaw`
    UPDATE booking.booking SET hold_until = now() - ${minutesAgo}::integer * interval '1 minute',
      grace_until = now() + (15 - ${minutesAgo}::integer) * interval '1 minute' WHERE id = ${id}`;

  it('request a payment with all data for a checkout, in the statement of the booking', async () => {
    const { id, paymentId } = await pay.hold({ locale: 'en', facilityName: 'Sauna' });
    const { holdUntil, graceUntil, createdAt, paymentStatus, reference } = await pay.find(id);
    assert.equal(paymentStatus, 'open');
    assert.equal((holdUntil?.getTime() ?? 0) - createdAt.getTime(), 15 * 60_000);
    assert.equal((graceUntil?.getTime() ?? 0) - createdAt.getTime(), 30 * 60_000);
    const [row] = await pay.database.$queryRaw<{ payload: unknown }[]>`
      SELECT payload FROM booking.outbox
      WHERE subject = 'events.booking.payment_requested' AND payload->>'bookingId' = ${String(id)}`;
    assert.deepEqual(row?.payload, {
      venueId: 1,
      paymentId,
      bookingId: String(id),
      amountCents: '2500',
      feeCents: '100',
      holdUntil: String(holdUntil?.getTime()),
      description: `Sauna ${reference}`,
      locale: 'en',
    });
  });

  it('limit the hold and its grace period to the start of the slot', async () => {
    const startsAt = Date.now() + 20 * 60_000;
    const [inGrace, inHold] = [
      await pay.hold({ startsAt }),
      await pay.hold({ startsAt: startsAt - 10 * 60_000 }),
    ];
    const [near, nearer] = [await pay.find(inGrace.id), await pay.find(inHold.id)];
    assert.equal((near.holdUntil?.getTime() ?? 0) - near.createdAt.getTime(), 15 * 60_000);
    assert.deepEqual(
      [near.graceUntil, nearer.holdUntil, nearer.graceUntil],
      [near.startsAt, nearer.startsAt, nearer.startsAt],
    );
  });

  it('expire the booking and decline a payment once the slot has begun', async () => {
    const hold = await pay.hold();
    await pay.database.$executeRaw`UPDATE booking.booking SET starts_at = now() WHERE id = ${hold.id}`;
    const eventId = randomUUID();
    for (let round = 0; round < 3; round++) await pay.paid(hold, eventId);
    for (let round = 0; round < 3; round++) await settleLatePayments(pay.deps());
    assert.equal(await pay.state(hold), 'expired, paid');
    assert.deepEqual((await pay.facts(hold)).slice(2), [
      'booking_status_changed expired',
      'payment_declined',
    ]);
    assert.deepEqual((await pay.history(hold)).slice(1), [
      'system paid €25.00',
      'system expired',
      'system payment_declined',
    ]);
    const { lateUid } = await pay.find(hold.id);
    assert.deepEqual([lateUid, await pay.places.booked(hold.slotId)], [null, 0]);
  });

  it('confirm an unpaid booking once, also when the event is repeated', async () => {
    const hold = await pay.hold();
    const eventId = randomUUID();
    for (let round = 0; round < 3; round++) await pay.paid(hold, eventId);
    await pay.paid(hold);
    assert.equal(await pay.state(hold), 'confirmed, paid');
    const facts = await pay.facts(hold);
    assert.deepEqual(facts.slice(0, 2).sort(), ['booking_created pending_payment', 'payment_requested']);
    assert.deepEqual(facts.slice(2), ['booking_status_changed confirmed']);
    assert.deepEqual(await pay.history(hold), ['guest created', 'system paid €25.00', 'system confirmed']);
    assert.equal(await pay.places.booked(hold.slotId), 2);
  });

  it('settle payments of a guest who was erased before paying, without restoring personal data', async () => {
    const erase = (email: string) =>
      eraseGuest(
        { ...pay.deps(), deleteMailFiles: async () => {} },
        { venueId: 1, email, actor: 'operator' },
      );
    const guest = { redirectUrl: 'https://guest.example', customerEmail: 'gone@example.com' };
    const [paid, lapsed, late, cancelled] = await Promise.all(
      Array.from({ length: 4 }, () => pay.hold(guest)),
    );
    assert.ok(paid && lapsed && late && cancelled);
    assert.equal((await erase(guest.customerEmail)).bookings, 4);
    for (const { id } of [paid, lapsed, late, cancelled]) {
      const { customerName, customerEmail, extra, redirectUrl } = await pay.find(id);
      const left = [customerName, customerEmail, JSON.stringify(extra), redirectUrl];
      assert.deepEqual(left, ['', '', '{}', null]);
    }
    await pay.paid(paid);
    await pay.lapsed(lapsed);
    await pay.lapsed(late);
    await pay.paid(late);
    await settleLatePayments(pay.deps());
    await cancel(cancelled.id);
    assert.deepEqual(await Promise.all([paid, lapsed, late, cancelled].map(pay.state)), [
      'confirmed, paid',
      'expired, expired',
      'confirmed, paid',
      'cancelled, canceled',
    ]);
    assert.deepEqual(
      await Promise.all([paid, lapsed, late, cancelled].map(({ slotId }) => pay.places.booked(slotId))),
      [2, 0, 2, 0],
    );
  });

  it('do not change a booking that is checked in', async () => {
    const hold = await pay.hold();
    await pay.paid(hold);
    await changeStatus(pay.database, { venueId: 1, id: hold.id }, { to: 'checked_in', actor: 'operator' });
    const before = await pay.facts(hold);
    await pay.paid(hold);
    assert.deepEqual([await pay.state(hold), await pay.facts(hold)], ['checked_in, paid', before]);
  });

  it('expire a lapsed hold and release its places at once', async () => {
    const hold = await pay.hold();
    await pay.lapsed(hold);
    await pay.lapsed(hold);
    assert.equal(await pay.state(hold), 'expired, expired');
    assert.equal(await pay.places.booked(hold.slotId), 0);
    assert.deepEqual(await pay.history(hold), ['guest created', 'system expired']);
    assert.deepEqual((await pay.facts(hold)).slice(2), ['booking_status_changed expired']);
  });

  it('do not expire a paid booking, or the booking of another payment', async () => {
    const [paid, other] = [await pay.hold(), await pay.hold()];
    await pay.paid(paid);
    await pay.lapsed(paid);
    await pay.lapsed({ ...other, paymentId: randomUUID() });
    assert.deepEqual(
      [await pay.state(paid), await pay.state(other)],
      ['confirmed, paid', 'pending_payment, open'],
    );
    assert.equal(await pay.places.booked(paid.slotId), 2);
  });

  it('do not change a booking of another venue', async () => {
    const hold = await pay.hold();
    for (const subject of ['paid', 'lapsed', 'refunded'] as const)
      await pay.tell(`events.payment.payment_${subject}`, hold, {
        venueId: 2,
        refundId: randomUUID(),
      } as never);
    assert.equal(await pay.state(hold), 'pending_payment, open');
    assert.deepEqual(await pay.history(hold), ['guest created']);
  });

  it('decline a payment for a cancelled booking once', async () => {
    const hold = await pay.hold();
    await cancel(hold.id);
    assert.equal(await pay.state(hold), 'cancelled, canceled');
    await pay.paid(hold);
    await pay.paid(hold);
    assert.equal(await pay.state(hold), 'cancelled, paid');
    assert.deepEqual((await pay.facts(hold)).slice(2), [
      'booking_status_changed cancelled',
      'payment_declined',
    ]);
    assert.deepEqual((await pay.history(hold)).slice(2), ['system paid €25.00', 'system payment_declined']);
    assert.equal(await pay.places.booked(hold.slotId), 0);
  });

  it('leave the refund of a cancelled paid booking to the payment service', async () => {
    const hold = await pay.hold();
    await pay.paid(hold);
    await cancel(hold.id);
    assert.equal(await pay.state(hold), 'cancelled, paid');
    assert.deepEqual((await pay.facts(hold)).slice(3), ['booking_status_changed cancelled']);
  });

  it('produce exactly one outcome when paid, lapsed and cancelled are concurrent, twenty times each', async () => {
    for (let round = 0; round < 5; round++) {
      const hold = await pay.hold();
      const [paidId, lapsedId] = [randomUUID(), randomUUID()];
      const twenty = <T>(work: () => Promise<T>) => Array.from({ length: 20 }, work);
      await Promise.allSettled([
        ...twenty(() => pay.paid(hold, paidId)),
        ...twenty(() => pay.lapsed(hold, lapsedId)),
        ...twenty(() => cancel(hold.id)),
      ]);
      const [state, facts] = [await pay.state(hold), (await pay.facts(hold)).slice(2)];
      const chains: Record<string, string[][]> = {
        'cancelled, paid': [
          ['booking_status_changed cancelled', 'payment_declined'],
          ['booking_status_changed confirmed', 'booking_status_changed cancelled'],
        ],
        'expired, paid': [['booking_status_changed expired']],
      };
      assert.ok(
        chains[state]?.some((chain) => chain.join() === facts.join()),
        `${state}: ${facts}`,
      );
      assert.equal((await pay.find(hold.id)).lateUid !== null, state === 'expired, paid');
      assert.equal(await pay.places.booked(hold.slotId), 0);
      assert.equal((await pay.history(hold)).filter((line) => line.startsWith('system paid')).length, 1);
    }
  });

  it('are not awaited beyond the grace period of a hold', async () => {
    const [open, inGrace, over, paid] = [
      await pay.hold(),
      await pay.hold(),
      await pay.hold(),
      await pay.hold(),
    ];
    await endHold(inGrace.id, 14);
    await endHold(over.id, 16);
    await pay.paid(paid);
    await endHold(paid.id, 60);
    await Promise.all([expireHolds(pay.deps()), expireHolds(pay.deps())]);
    assert.deepEqual(await Promise.all([open, inGrace, over, paid].map(pay.state)), [
      'pending_payment, open',
      'pending_payment, open',
      'expired, expired',
      'confirmed, paid',
    ]);
    assert.equal(await pay.places.booked(over.slotId), 0);
    assert.deepEqual((await pay.facts(over)).slice(2), ['booking_status_changed expired']);
  });

  it('expires more holds than one batch', async () => {
    const holds = await Promise.all(Array.from({ length: 45 }, () => pay.hold()));
    for (const { id } of holds) await endHold(id, 20);
    while (await expireHolds(pay.deps()));
    assert.deepEqual(new Set(await Promise.all(holds.map(pay.state))), new Set(['expired, expired']));
  });

  it('lets a guest cancel an unpaid hold until it starts, and not later', async () => {
    const soon = await pay.hold({ startsAt: Date.now() + 60_000, endsAt: Date.now() + 3600_000 });
    const begun = await pay.hold({ startsAt: Date.now() - 60_000, endsAt: Date.now() + 3600_000 });
    await cancelBooking(pay.deps(), { venueId: 1, id: soon.id }, { guest: true, mayKeepCents: 0 });
    await assert.rejects(
      cancelBooking(pay.deps(), { venueId: 1, id: begun.id }, { guest: true, mayKeepCents: 0 }),
      (error: { code?: string }) => error.code === 'cancel_too_late',
    );
    assert.deepEqual(
      [await pay.state(soon), await pay.state(begun)],
      ['cancelled, canceled', 'pending_payment, open'],
    );
  });
});
