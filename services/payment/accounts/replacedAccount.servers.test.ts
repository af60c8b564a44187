import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openCheckout } from '../checkout/openCheckout.ts';
import { refreshPayment } from '../reconcile/refreshPayment.ts';
import { type MolliePayments, openMolliePayments } from '../testing/testMollie.ts';
import { unlinkAccount } from './accounts.ts';

describe('a checkout of a replaced account', () => {
  let payments: MolliePayments;
  beforeAll(async () => {
    payments = await openMolliePayments();
  });
  afterAll(() => payments.close());

  /** Links the venue to another account at Mollie, and returns its profile. */
  const replaceAccount = async () => {
    const profile = `pfl_${randomUUID().slice(0, 8)}`;
    const apiKey = payments.mollie.add(`test_${randomUUID().replaceAll('-', '')}`, profile);
    await payments.link({ api_key: apiKey });
    return profile;
  };
  const urlOf = (checkout: Awaited<ReturnType<typeof openCheckout>>) =>
    checkout.state === 'payable' ? checkout.url : checkout.state;
  const runDueWork = async () => {
    await payments.makeDue();
    await payments.work();
  };

  it('is ended, and the guest pays at the new account', async () => {
    const { mollie, deps } = payments;
    const { order, id } = await payments.open();
    const before = urlOf(await openCheckout(deps, order));
    const profile = await replaceAccount();
    const urls = new Set(
      (await Promise.all(Array.from({ length: 8 }, () => openCheckout(deps, order)))).map(urlOf),
    );
    assert.equal(urls.size, 1);
    assert.ok(!urls.has(before));
    const [, second, ...more] = await payments.attemptsOf(order);
    assert.deepEqual([more.length, mollie.payment(second?.providerId ?? '').profileId], [0, profile]);
    await mollie.pay(second?.providerId ?? '');
    await runDueWork();
    assert.equal((await payments.paymentOf(order)).paidBy, second?.id);
    await runDueWork();
    assert.equal(mollie.payment(id).status, 'canceled');
  });

  it('that is paid anyway pays the booking, and a duplicate payment is refunded', async () => {
    const { mollie, deps } = payments;
    const { order, of, id } = await payments.open();
    await replaceAccount();
    assert.equal((await openCheckout(deps, order)).state, 'payable');
    const second = (await payments.attemptsOf(order))[1];
    // Without a webhook or a return of the guest, the sweep still asks the old account.
    await mollie.pay(id);
    await runDueWork();
    assert.equal((await payments.paymentOf(order)).paidBy, of.attemptId);
    await mollie.pay(second?.providerId ?? '');
    await refreshPayment(deps, { venueId: 1, attemptId: second?.id ?? '' });
    await payments.makeRefunds(order);
    assert.deepEqual(
      (await payments.refundsOf(order)).map(({ attemptId, reason }) => [attemptId, reason]),
      [[second?.id, 'duplicate']],
    );
    assert.deepEqual(mollie.totals()[second?.id ?? ''], { captured: 2500, refunded: 2500 });
  });

  it('is not offered after unlinking, and ends with the hold', async () => {
    const { mollie, deps } = payments;
    const { order, id } = await payments.open();
    await unlinkAccount(deps, 1);
    assert.equal((await openCheckout(deps, order)).state, 'refused');
    await replaceAccount();
    assert.equal((await openCheckout(deps, order)).state, 'payable');
    const second = (await payments.attemptsOf(order))[1];
    await payments.expireHold(order);
    await runDueWork();
    assert.deepEqual(
      [id, second?.providerId ?? ''].map((it) => mollie.payment(it).status),
      ['canceled', 'canceled'],
    );
    assert.equal((await payments.eventsOf('payment_lapsed', order)).length, 1);
  });
});
