import assert from 'node:assert/strict';
import { createSecretBox } from '@venue-booking/kit/secrets/secretBox';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { linkAccount, unlinkAccount } from '../accounts/accounts.ts';
import { openCheckout } from '../checkout/openCheckout.ts';
import { refreshPayment } from '../reconcile/refreshPayment.ts';
import { type MolliePayments, openMolliePayments } from '../testing/testMollie.ts';
import { newOrder } from '../testing/testPayments.ts';
import { refundBooking } from './refundBooking.ts';

describe('a refund whose credentials do not work', () => {
  let payments: MolliePayments;
  beforeAll(async () => {
    payments = await openMolliePayments();
  });
  beforeEach(() => payments.mollie.faults.clear());
  afterAll(() => payments.close());

  const refundAll = (bookingId: number) =>
    refundBooking(payments.deps, { venueId: 1, bookingId, actor: 'operator' });
  const refundOf = (attemptId: string) => payments.database.refund.findFirstOrThrow({ where: { attemptId } });
  const attention = async (bookingId: number) =>
    (await payments.database.attention.findMany({ where: { bookingId } })).map(({ kind }) => kind);

  it('waits for a valid API key, and asks for a person once', async () => {
    const { mollie } = payments;
    const { order, of } = await payments.paid();
    mollie.revoke(mollie.testKey);
    await refundAll(order.bookingId);
    for (let time = 0; time < 2; time++) {
      assert.notEqual(await payments.work(), 0);
      await payments.makeDue();
    }
    assert.equal((await refundOf(of.attemptId)).status, 'requested');
    assert.deepEqual(await attention(order.bookingId), ['refund_failed']);
    await payments.link({ api_key: mollie.add(mollie.testKey.replace(/.{4}$/, 'anew')) });
    await payments.work();
    assert.deepEqual(mollie.totals()[of.attemptId], { captured: 2500, refunded: 2500 });
  });

  it('waits for the key that decrypts its credentials, as other calls do', async () => {
    const { mollie, deps } = payments;
    const { order, of } = await payments.paid();
    const held = deps.box;
    deps.box = createSecretBox([{ id: 's2', key: Buffer.alloc(32, 1) }]);
    try {
      await refundAll(order.bookingId);
      await payments.makeDue();
      assert.ok((await payments.work()) >= 2, 'the refresh of the payment, and the refund');
      assert.equal((await openCheckout(deps, newOrder())).state, 'unavailable');
      assert.equal((await refundOf(of.attemptId)).status, 'requested');
    } finally {
      deps.box = held;
    }
    await payments.makeDue();
    await payments.work();
    assert.deepEqual(mollie.totals()[of.attemptId], { captured: 2500, refunded: 2500 });
  });

  it('uses the credentials of the payment after the venue has moved to another provider', async () => {
    const { mollie, deps } = payments;
    const { order, of } = await payments.paid();
    const waiting = await payments.open();
    await linkAccount(deps, 1, {
      provider: 'sandbox',
      credentials: {},
      platform_fee_percent: 0,
      platform_fee_fixed_eur: 0,
    });
    await mollie.pay(waiting.id);
    await refreshPayment(deps, waiting.of);
    assert.equal((await payments.paymentOf(waiting.order)).status, 'paid');
    await unlinkAccount(deps, 1);
    await refundAll(order.bookingId);
    await refundAll(waiting.order.bookingId);
    await payments.work();
    for (const { attemptId } of [of, waiting.of])
      assert.deepEqual(mollie.totals()[attemptId], { captured: 2500, refunded: 2500 });
  });
});
