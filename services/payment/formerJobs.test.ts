import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { event } from '@venue-booking/proto/events';
import { formerJobs } from './formerJobs.ts';
import { ensurePayment } from './paymentStore.ts';
import { refreshPayment } from './refreshPayment.ts';
import { refundBooking } from './refundBooking.ts';
import { type MolliePayments, openMolliePayments } from './testing/testMollie.ts';
import { newOrder } from './testing/testPayments.ts';

describe('work that the release before put on the queue', () => {
  let payments: MolliePayments;
  before(async () => {
    payments = await openMolliePayments();
  });
  after(() => payments.close());

  /** Nothing is due by itself; the event comes twice, then what is due is done. */
  const deliver = async (...[subject, fact]: Parameters<typeof event>) => {
    const { database } = payments;
    const far = new Date(Date.now() + 3600_000);
    await database.payment.updateMany({ data: { nextLookAt: far } });
    await database.attempt.updateMany({ data: { nextRefreshAt: far } });
    await database.refund.updateMany({ data: { nextTryAt: far } });
    const told = { id: randomUUID(), ...event(subject, fact), attempt: 1 };
    const consumer = formerJobs(payments.deps);
    for (let time = 0; time < 2; time++) await consumer.handle(told);
    assert.equal(await payments.work(), 0);
  };

  it('is done: a checkout that is to be made', async () => {
    const order = newOrder();
    await ensurePayment(payments.database, order);
    const { venueId, paymentId } = order;
    await deliver('events.payment.checkout_requested', { venueId, paymentId });
    assert.equal(payments.mollie.payments((await payments.attemptsOf(order))[0]?.id).length, 1);
  });

  it('is done: asking about a payment, and giving it back', async () => {
    const { mollie, deps } = payments;
    const { order, of, id } = await payments.open();
    await mollie.pay(id);
    await deliver('events.payment.refresh_requested', of);
    assert.equal((await payments.paymentOf(order)).status, 'paid');
    await refundBooking(deps, { venueId: 1, bookingId: order.bookingId, actor: 'operator' });
    const [refund] = await payments.refundsOf(order);
    await deliver('events.payment.refund_requested', { venueId: 1, refundId: refund?.id ?? '' });
    assert.deepEqual(mollie.totals()[of.attemptId], { captured: 2500, refunded: 2500 });
    await refreshPayment(deps, of);
    assert.deepEqual(mollie.totals()[of.attemptId], { captured: 2500, refunded: 2500 });
  });

  it('is done: ending the checkout of a hold that is over, and of a booking that was cancelled', async () => {
    const { database, mollie } = payments;
    const [over, cancelled, held] = [await payments.open(), await payments.open(), await payments.open()];
    await payments.runOut(over.order);
    await database.payment.update({
      where: { id: cancelled.order.paymentId },
      data: { status: 'canceled' },
    });
    for (const { order } of [over, cancelled, held])
      await deliver('events.payment.hold_ended', { venueId: 1, paymentId: order.paymentId });
    assert.deepEqual(
      [over, cancelled, held].map(({ id }) => mollie.payment(id).status),
      ['canceled', 'canceled', 'open'],
    );
    assert.equal((await payments.facts('payment_lapsed', over.order)).length, 1);
  });

  it('on what is not there comes again', async () => {
    const told = event('events.payment.refund_requested', { venueId: 1, refundId: randomUUID() });
    await assert.rejects(formerJobs(payments.deps).handle({ id: randomUUID(), ...told, attempt: 1 }));
  });
});
