import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { bookingEventHandlers } from '../bookingEvents.ts';
import type { PaymentDatabase } from '../database.ts';
import { createAttempt, ensurePayment } from '../payments/paymentStore.ts';
import { refreshPayment } from '../reconcile/refreshPayment.ts';
import { type MolliePayments, openMolliePayments } from '../testing/testMollie.ts';
import { newOrder } from '../testing/testPayments.ts';
import { endHold } from './endHold.ts';
import { openCheckout } from './openCheckout.ts';

describe('an unwanted checkout', () => {
  let payments: MolliePayments;
  beforeAll(async () => {
    payments = await openMolliePayments();
  });
  beforeEach(() => payments.mollie.faults.clear());
  afterAll(() => payments.close());

  const cancelBooking = (bookingId: number) =>
    payments.database.$transaction((tx) =>
      bookingEventHandlers['events.booking.booking_status_changed'](tx, {
        venueId: 1,
        bookingId: BigInt(bookingId),
        status: 'cancelled',
      } as never),
    );

  it('is ended once Mollie is available again, however long that takes', async () => {
    const { mollie } = payments;
    const { order, id } = await payments.open();
    await cancelBooking(order.bookingId);
    mollie.faults.add({ act: 'status', status: 503, times: 1 });
    assert.equal(await payments.work(), 1, 'Mollie is unavailable');
    assert.equal(mollie.payment(id).status, 'open');
    await payments.makeDue();
    await payments.work();
    assert.equal(mollie.payment(id).status, 'canceled');
    assert.equal((await payments.attemptsOf(order))[0]?.status, 'canceled');
  });

  it('expires if it was never created at Mollie', async () => {
    const { database } = payments;
    const order = newOrder();
    const payment = await ensurePayment(database, order);
    const attempt = payment && (await createAttempt(database, payment));
    // The process that was creating it at Mollie has crashed.
    const claimedUntil = new Date(Date.now() + 60_000);
    await database.attempt.update({ where: { id: attempt?.id ?? '' }, data: { claimedUntil } });
    await cancelBooking(order.bookingId);
    assert.equal(await payments.work(), 1, 'another process may be creating it');
    await database.attempt.update({ where: { id: attempt?.id ?? '' }, data: { claimedUntil: new Date(0) } });
    await payments.makeDue();
    await payments.work();
    assert.equal((await payments.attemptsOf(order))[0]?.status, 'expired');
  });

  it('stays open when another process starts to create it concurrently', async () => {
    const { database, deps } = payments;
    const order = newOrder();
    const payment = await ensurePayment(database, order);
    assert.ok(payment && (await createAttempt(database, payment)));
    await cancelBooking(order.bookingId);
    const claim = () =>
      database.$executeRaw`
        UPDATE payment.attempt SET claimed_until = now() + interval '10 seconds' WHERE payment_id = ${order.paymentId}::uuid`;
    const slow = database.$extends({
      query: {
        attempt: {
          async findMany({ args, query }) {
            const found = await query(args);
            await claim();
            return found;
          },
        },
      },
    }) as unknown as PaymentDatabase;
    const of = { venueId: 1, paymentId: order.paymentId };
    await assert.rejects(endHold({ ...deps, database: slow }, of), { name: 'ProviderError' });
    assert.equal((await payments.attemptsOf(order))[0]?.status, 'open');
  });

  it('is ended after an earlier attempt has paid the booking', async () => {
    const { mollie, deps } = payments;
    const { order, id } = await payments.open();
    await mollie.fail(id);
    await payments.makeDue();
    await payments.work();
    assert.equal((await openCheckout(deps, order)).state, 'payable');
    const second = (await payments.attemptsOf(order))[1];
    await mollie.pay(id);
    await refreshPayment(deps, { venueId: 1, attemptId: (await payments.attemptsOf(order))[0]?.id ?? '' });
    assert.equal((await payments.paymentOf(order)).status, 'paid');
    await payments.makeDue();
    await payments.work();
    assert.equal(mollie.payment(second?.providerId ?? '').status, 'canceled');
  });
});
