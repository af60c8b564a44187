import assert from 'node:assert/strict';
import { formatEuro } from '@venue-booking/domain/wording/formats';
import { inEachLanguage } from '@venue-booking/proto/failures';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { FakeMollie } from '../../../test/fakes/mollie.ts';
import { bookingEventHandlers } from '../bookingEvents.ts';
import { refreshPayment } from '../reconcile/refreshPayment.ts';
import { type MolliePayments, openMolliePayments } from '../testing/testMollie.ts';
import { refundBooking } from './refundBooking.ts';

describe('a refund at Mollie', () => {
  let mollie: FakeMollie;
  let payments: MolliePayments;
  beforeAll(async () => {
    payments = await openMolliePayments();
    mollie = payments.mollie;
  });
  beforeEach(() => mollie.faults.clear());
  afterAll(() => payments.close());

  it('is made once for a cancelled booking, whatever is repeated or lost', async () => {
    for (const act of ['reset after', 'reset before'] as const) {
      const { order, of, id } = await payments.open();
      await mollie.pay(id);
      await refreshPayment(payments.deps, of);
      const cancelled = bookingEventHandlers['events.booking.booking_status_changed'];
      const declined = bookingEventHandlers['events.booking.payment_declined'];
      const about = { venueId: 1, bookingId: BigInt(order.bookingId), status: 'cancelled' } as never;
      await Promise.all(
        [cancelled, declined, cancelled].map((handle) =>
          payments.database.$transaction((tx) => handle(tx, about)),
        ),
      );
      mollie.faults.add({ act, method: 'POST', path: '/refunds' });
      await assert.rejects(payments.makeRefunds(order), { name: 'ProviderError' });
      mollie.forgetIdempotencyKeys();
      await payments.makeRefunds(order);
      await Promise.all([payments.makeRefunds(order), refreshPayment(payments.deps, of)]);
      assert.deepEqual(mollie.totals()[of.attemptId], { captured: 2500, refunded: 2500 });
      const sent = await payments.eventsOf('payment_refunded', order);
      assert.deepEqual(
        sent.map(({ amountCents, inFull }) => [amountCents, inFull]),
        [['2500', true]],
      );
      assert.equal((await payments.paymentOf(order)).status, 'refunded');
    }
  });

  it('leaves the amount to keep, however often the event arrives; all or nothing from the previous release', async () => {
    for (const [sent, refunded] of [
      [{ moneyKept: true, keptCents: 1100n }, 1400],
      [{ moneyKept: true, keptCents: 2500n }, 0],
      [{ moneyKept: false, keptCents: 0n }, 2500],
      [{ moneyKept: true }, 0],
      [{ moneyKept: false }, 2500],
    ] as const) {
      const { order, of, id } = await payments.open();
      await mollie.pay(id);
      await refreshPayment(payments.deps, of);
      const cancelled = bookingEventHandlers['events.booking.booking_status_changed'];
      const about = { venueId: 1, bookingId: BigInt(order.bookingId), status: 'cancelled', ...sent } as never;
      for (let time = 0; time < 3; time++) {
        await payments.database.$transaction((tx) => cancelled(tx, about));
        await payments.makeRefunds(order);
      }
      assert.deepEqual(mollie.totals()[of.attemptId], { captured: 2500, refunded });
    }
  });

  it('leaves the amount to keep and counts earlier refunds', async () => {
    const { order, of, id } = await payments.open();
    await mollie.pay(id);
    await refreshPayment(payments.deps, of);
    const request = { venueId: 1, bookingId: order.bookingId, actor: 'operator' };
    await refundBooking(payments.deps, { ...request, amountCents: 1000 });
    const cancel = (keptCents: bigint) =>
      payments.database.$transaction((tx) =>
        bookingEventHandlers['events.booking.booking_status_changed'](tx, {
          ...{ venueId: 1, bookingId: BigInt(order.bookingId), status: 'cancelled' },
          ...{ moneyKept: true, keptCents },
        } as never),
      );
    await cancel(1600n);
    assert.equal(
      (await payments.attemptsOf(order))[0]?.refundedCents,
      1000n,
      'more was already refunded than is due',
    );
    await cancel(1200n);
    assert.equal((await payments.attemptsOf(order))[0]?.refundedCents, 1300n);
  });

  it('reduces the paid amount to a lower price, for events in any order and number', async () => {
    for (const sent of [
      [2000n, 1500n],
      [1500n, 2000n],
      [2000n, 1500n, 2000n, 1500n],
    ]) {
      const { order, of, id } = await payments.open();
      await mollie.pay(id);
      await refreshPayment(payments.deps, of);
      const changed = (paidCents?: bigint) =>
        payments.database.$transaction((tx) =>
          bookingEventHandlers['events.booking.booking_changed'](tx, {
            ...{ venueId: 1, bookingId: BigInt(order.bookingId) },
            paidCents,
          } as never),
        );
      const request = { venueId: 1, bookingId: order.bookingId, actor: 'operator' };
      await refundBooking(payments.deps, { ...request, amountCents: 100 });
      await changed();
      assert.equal((await payments.attemptsOf(order))[0]?.refundedCents, 100n, 'the price did not change');
      for (const paidCents of sent) await changed(paidCents);
      assert.equal((await payments.attemptsOf(order))[0]?.refundedCents, 1000n, 'an earlier refund counts');
      await payments.makeRefunds(order);
      assert.deepEqual(mollie.totals()[of.attemptId], { captured: 2500, refunded: 1000 });
    }
  });

  it('is made once per idempotency key, and a key stands for one amount or for all that is left', async () => {
    const { order, of, id } = await payments.open();
    await mollie.pay(id);
    await refreshPayment(payments.deps, of);
    const request = { venueId: 1, bookingId: order.bookingId, actor: 'operator', requestKey: 'k' };
    for (let time = 0; time < 2; time++) await refundBooking(payments.deps, { ...request, amountCents: 500 });
    assert.equal((await payments.attemptsOf(order))[0]?.refundedCents, 500n);
    for (const amountCents of [600, undefined])
      await assert.rejects(refundBooking(payments.deps, { ...request, amountCents }), {
        code: 'idempotency_mismatch',
      });
    const rest = { ...request, requestKey: 'the rest' };
    for (let time = 0; time < 2; time++) await refundBooking(payments.deps, rest);
    assert.equal((await payments.attemptsOf(order))[0]?.refundedCents, 2500n);
    await assert.rejects(refundBooking(payments.deps, { ...rest, amountCents: 2000 }), {
      code: 'idempotency_mismatch',
    });
  });

  it('that fails is not reported as made: it asks for a person and can be retried', async () => {
    const { order, of, id } = await payments.open();
    await mollie.pay(id);
    await refreshPayment(payments.deps, of);
    mollie.faults.add({
      act: 'status',
      status: 422,
      reason: 'The balance is too low',
      method: 'POST',
      path: '/refunds',
    });
    await refundBooking(payments.deps, { venueId: 1, bookingId: order.bookingId, actor: 'operator' });
    await payments.makeRefunds(order);
    assert.deepEqual(await payments.attention(order), ['refund_failed']);
    assert.equal((await payments.attemptsOf(order))[0]?.refundedCents, 0n);
    await refundBooking(payments.deps, { venueId: 1, bookingId: order.bookingId, actor: 'operator' });
    await payments.makeRefunds(order);
    assert.equal((await payments.attemptsOf(order))[0]?.refundedCents, 2500n);
    // Mollie accepted the refund and then fails to carry it out.
    const made = (await payments.refundsOf(order)).find(({ status }) => status === 'pending');
    await mollie.failRefund(made?.providerId ?? '');
    await refreshPayment(payments.deps, of);
    assert.deepEqual(
      [(await payments.attemptsOf(order))[0]?.status, (await payments.paymentOf(order)).status],
      ['paid', 'paid'],
    );
    assert.deepEqual(await payments.attention(order), ['refund_failed', 'refund_failed']);
    await refreshPayment(payments.deps, of);
    // Only the failure of the refund that was published before is published.
    assert.deepEqual(
      (await payments.eventsOf('payment_refunded', order)).map(({ refundId, inFull, failed }) => [
        refundId,
        inFull,
        failed,
      ]),
      [
        [made?.id, true, undefined],
        [made?.id, undefined, true],
      ],
    );
  });

  it('is detected if made at Mollie itself or as a chargeback', async () => {
    const { order, of, id } = await payments.open();
    await mollie.pay(id);
    await refreshPayment(payments.deps, of);
    await mollie.refundElsewhere(id, 1000);
    await mollie.chargeBack(id, 1500);
    for (let time = 0; time < 2; time++) await refreshPayment(payments.deps, of);
    assert.deepEqual((await payments.attention(order)).sort(), ['chargeback', 'refund_elsewhere']);
    assert.equal((await payments.attemptsOf(order))[0]?.refundedCents, 2500n);
    await assert.rejects(
      refundBooking(payments.deps, { venueId: 1, bookingId: order.bookingId, amountCents: 1, actor: 'x' }),
      { code: 'refund_too_much', params: inEachLanguage('left', (locale) => formatEuro(0, locale)) },
    );
    // The guest lost the dispute. If the booking was cancelled meanwhile, this money has not been refunded.
    await mollie.chargeBack(id, 0);
    for (let time = 0; time < 2; time++) await refreshPayment(payments.deps, of);
    const { detail } = await payments.database.attention.findFirstOrThrow({
      where: { bookingId: order.bookingId, subject: { endsWith: ' 0' } },
    });
    assert.equal(
      detail,
      `the payer's bank returned 15.00 EUR of ${id}: refund it if the booking is cancelled`,
    );
    assert.equal((await payments.attention(order)).length, 3);
  });
});
