import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { PaymentOrder } from '@venue-booking/proto/payment/payment';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { linkAccount } from '../accounts/accounts.ts';
import { bookingEventHandlers } from '../bookingEvents.ts';
import { openCheckout } from '../checkout/openCheckout.ts';
import { decideSandboxCheckout } from '../providers/sandbox/page.ts';
import { refreshPayment } from '../reconcile/refreshPayment.ts';
import { refundBooking } from '../refunds/refundBooking.ts';
import { newOrder, openTestPayments, type TestPayments } from '../testing/testPayments.ts';
import { listPayments } from './listPayments.ts';
import { createAttempt, ensurePayment } from './paymentStore.ts';

type Fact = { paymentId?: string; keptCents?: bigint; reason?: string; status?: string; moneyKept?: boolean };
type Subject = keyof typeof bookingEventHandlers;

describe('several payments of a booking', () => {
  let payments: TestPayments;
  beforeAll(async () => {
    payments = await openTestPayments();
    const fees = { platform_fee_percent: 0, platform_fee_fixed_eur: 0 };
    await linkAccount(payments.deps, 1, { provider: 'sandbox', credentials: {}, ...fees });
  });
  afterAll(() => payments.close());

  /** Orders of 25, 10, 5 and 20 euro of one booking. */
  const orders = (): PaymentOrder[] => {
    const first = newOrder();
    const later = (amountCents: number, purpose: 'rest' | 'change') =>
      newOrder({ bookingId: first.bookingId, amountCents, purpose });
    return [first, later(1000, 'change'), later(500, 'rest'), later(2000, 'change')];
  };
  const attemptOf = ({ paymentId }: PaymentOrder) =>
    payments.database.attempt.findFirst({ where: { paymentId }, orderBy: { number: 'desc' } });
  /** Lets the checkout of an order be paid, also one that was withdrawn. */
  const pay = async (order: PaymentOrder) => {
    const attempt = await attemptOf(order);
    assert.ok(attempt?.providerId);
    await decideSandboxCheckout(payments.deps, { id: attempt.providerId, outcome: 'paid' });
    await refreshPayment(payments.deps, { venueId: 1, attemptId: attempt.id });
  };
  const open = async (order: PaymentOrder) =>
    assert.equal((await openCheckout(payments.deps, order)).state, 'payable');
  const tell = (subject: Subject, { bookingId }: PaymentOrder, fact: Fact = {}) =>
    payments.database.$transaction((tx) =>
      bookingEventHandlers[subject](tx, { venueId: 1, bookingId: BigInt(bookingId), ...fact } as never),
    );
  const reduce = (order: PaymentOrder, cents: number, reason = 'changed') => {
    const fact = { paymentId: order.paymentId, keptCents: BigInt(cents), reason };
    return tell('events.booking.payment_reduced', order, fact);
  };
  const left = async (order: PaymentOrder) => {
    const attempt = await attemptOf(order);
    return Number((attempt?.capturedCents ?? 0n) - (attempt?.refundedCents ?? 0n));
  };
  const leftOfEach = (of: PaymentOrder[]) => Promise.all(of.map(left));
  const byHand = (of: { bookingId: number }, amountCents?: number, requestKey?: string) =>
    refundBooking(payments.deps, {
      ...{ venueId: 1, bookingId: of.bookingId, actor: 'operator' },
      ...(amountCents !== undefined && { amountCents }),
      ...(requestKey !== undefined && { requestKey }),
    });

  it('limits the attempts at the first payment, and those of a day at a later one', async () => {
    const { database } = payments;
    const [first, later] = orders();
    assert.ok(first && later);
    for (const order of [first, later]) {
      const payment = await ensurePayment(database, order);
      assert.ok(payment);
      const fail = async () => {
        const attempt = await createAttempt(database, payment);
        await database.$executeRaw`UPDATE payment.attempt SET status = 'failed' WHERE id = ${attempt?.id}::uuid`;
        return attempt?.number;
      };
      while (await fail());
      await database.$executeRaw`
        UPDATE payment.attempt SET created_at = created_at - interval '1 day'
        WHERE payment_id = ${order.paymentId}::uuid`;
      const last = await database.attempt.count({ where: { paymentId: order.paymentId } });
      assert.equal(await fail(), order === first ? undefined : last + 1);
    }
  });

  /** A booking whose first payment and two later ones were paid, oldest first. */
  const paid = async () => {
    const all = orders().slice(0, 3);
    for (const order of all) {
      await open(order);
      await pay(order);
    }
    return all as [PaymentOrder, PaymentOrder, PaymentOrder];
  };

  it('refunds the newest first, once per key, and never more than is left of all', async () => {
    const all = await paid();
    for (let time = 0; time < 2; time++) await byHand(all[0], 700, 'key');
    assert.deepEqual(await leftOfEach(all), [2500, 800, 0]);
    await assert.rejects(byHand(all[0], 800, 'key'), /idempotency/);
    await assert.rejects(byHand(all[0], undefined, 'key'), /idempotency/);
    await assert.rejects(byHand(all[0], 3400), (error) => failureOf(error)?.code === 'refund_too_much');
    for (let time = 0; time < 2; time++) await byHand(all[0], undefined, 'all');
    assert.deepEqual(await leftOfEach(all), [0, 0, 0]);
    const refunds = await payments.database.refund.findMany({
      where: { requestKey: { contains: String(all[0].bookingId) } },
    });
    assert.equal(
      refunds.reduce((sum, { amountCents }) => sum + amountCents, 0n),
      4000n,
    );
  });

  it('makes one refund for concurrent requests with one key, and never more than is left without', async () => {
    const all = await paid();
    await Promise.all(Array.from({ length: 6 }, () => byHand(all[0], 1200, 'twice')));
    assert.deepEqual(await leftOfEach(all), [2500, 300, 0]);
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => byHand(all[0], 1000)));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 2);
    assert.equal(
      (await leftOfEach(all)).reduce((sum, cents) => sum + cents, 0),
      800,
    );
  });

  it('has one first payment at most, and any number of later ones', async () => {
    const [first, second] = orders() as [PaymentOrder, PaymentOrder];
    await Promise.all([open(first), open(second)]);
    const { bookingId } = first;
    assert.equal((await openCheckout(payments.deps, newOrder({ bookingId }))).state, 'refused');
    const requested = {
      ...{ paymentId: randomUUID(), amountCents: 100n, feeCents: 0n, holdUntil: BigInt(Date.now() + 60_000) },
      ...{ description: 'Sauna', locale: 'nl' },
    };
    const request = (purpose?: string) =>
      tell('events.booking.payment_requested', first, { ...requested, ...(purpose && { purpose }) } as Fact);
    await assert.rejects(request(), /another first payment/);
    await request('rest');
    const { [bookingId]: listed = [] } = await listPayments(payments.deps, {
      venueId: 1,
      bookingIds: [bookingId],
    });
    assert.deepEqual(listed.map(({ purpose }) => purpose).sort(), ['booking', 'change']);
  });

  it('makes the checkout of a later payment only when a guest opens it', async () => {
    const [first, later] = orders() as [PaymentOrder, PaymentOrder];
    const request = ({ paymentId, purpose, amountCents, holdUntil }: PaymentOrder) =>
      tell('events.booking.payment_requested', first, {
        ...{ paymentId, amountCents: BigInt(amountCents), feeCents: 0n, holdUntil: BigInt(holdUntil) },
        ...{ description: 'Sauna', locale: 'nl', ...(purpose && { purpose }) },
      } as Fact);
    await Promise.all([first, later].map(request));
    await payments.work();
    assert.ok((await attemptOf(first))?.providerId);
    assert.equal(await attemptOf(later), null);
    await open(later);
    assert.ok((await attemptOf(later))?.providerId);
  });

  it('asks the provider less and less often about a later payment, whose deadline may be weeks away', async () => {
    const waits = async (purpose?: 'rest') => {
      const order = newOrder(purpose && { purpose, holdUntil: Date.now() + 7 * 86_400_000 });
      await open(order);
      const where = { paymentId: order.paymentId };
      const data = { createdAt: new Date(Date.now() - 2 * 3600_000), nextRefreshAt: new Date(0) };
      await payments.database.attempt.updateMany({ where, data });
      await payments.work();
      return Number((await attemptOf(order))?.nextRefreshAt) - Date.now();
    };
    const [first, later] = [await waits(), await waits('rest')];
    assert.ok(later > 60 * first, `${later} ms, ${first} ms`);
  });

  it('ends the checkouts of all open payments of a cancelled booking, and of one that is withdrawn', async () => {
    const ended = async (order: PaymentOrder) => (await attemptOf(order))?.status;
    const all = orders();
    for (const order of all) await open(order);
    const [first, second] = all as [PaymentOrder, PaymentOrder];
    await tell('events.booking.payment_withdrawn', second, { paymentId: second.paymentId });
    await payments.work();
    assert.deepEqual(await Promise.all(all.map(ended)), ['open', 'canceled', 'open', 'open']);
    assert.equal((await openCheckout(payments.deps, second)).state, 'closed');
    await tell('events.booking.booking_status_changed', first, { status: 'cancelled', moneyKept: false });
    await payments.work();
    assert.deepEqual(await Promise.all(all.map(ended)), ['canceled', 'canceled', 'canceled', 'canceled']);
  });

  it('keeps the least of several maximums per payment, in every order and however often', async () => {
    const limits = [700, 300, 500];
    for (const order of [limits, limits.toReversed(), [...limits, ...limits], [300, 700, 500]]) {
      const [first, second, third] = await paid();
      for (const cents of order) await reduce(second, cents);
      assert.deepEqual(await leftOfEach([first, second, third]), [2500, 300, 500]);
    }
  });

  it('needs a person once money arrived that was not open, and refunds it once', async () => {
    const [first, second] = await paid();
    for (let time = 0; time < 3; time++) await reduce(second, 400, 'declined');
    assert.equal(await left(second), 400);
    const items = await payments.database.attention.findMany({ where: { bookingId: first.bookingId } });
    assert.deepEqual(
      items.map(({ kind, detail }) => [kind, detail]),
      [['payment_surplus', '6.00 EUR were paid that were no longer open; they are refunded']],
    );
  });
});
