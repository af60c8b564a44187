import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, describe, it, vi } from 'vitest';
import { type FakeStripe, startStripe } from '../../../../test/fakes/stripe.ts';
import { expectProviderError, testOrder, testRefund } from '../../testing/testOrder.ts';
import { maskSecrets } from '../maskSecrets.ts';
import type { CheckoutOrder } from '../provider.ts';
import { stripeProvider } from './stripe.ts';

const MINUTE = 60_000;

describe('Stripe', () => {
  let stripe: FakeStripe;
  let provider: ReturnType<typeof stripeProvider>;
  let account: { account_id: string };
  beforeAll(async () => {
    stripe = await startStripe();
    provider = maskSecrets(stripeProvider({ apiKey: stripe.apiKey, apiUrl: stripe.url, timeoutMs: 10_000 }), [
      stripe.apiKey,
    ]);
    account = { account_id: stripe.accountId };
  });
  afterAll(() => stripe.stop());
  afterEach(() => {
    stripe.faults.clear();
    stripe.onRequest(() => {});
    stripe.set({ refundsBeginAs: 'succeeded' });
  });

  const lastForm = () => Object.fromEntries(new URLSearchParams(stripe.requests.at(-1)?.body));
  const create = (order = testOrder()) => provider.account(account).create(order);
  const createPaid = async (values: Partial<CheckoutOrder> = {}) => {
    const { id } = await create(testOrder(values));
    await stripe.pay(id);
    return id;
  };
  const errorOf = (call: Promise<unknown>) => expectProviderError(call, [stripe.apiKey, 'wxyz']);

  describe('credentials', () => {
    it('are the id of a connected account and nothing else', () => {
      const accepts = (credentials: unknown) => provider.credentials.safeParse(credentials).success;
      assert.equal(accepts({ account_id: 'acct_1ABCdef' }), true);
      const wrong = [
        {},
        { account_id: 'sk_test_1234' },
        { account_id: 'acct_../x' },
        { account_id: 'acct_1ABC', a: 1 },
      ];
      for (const credentials of wrong) assert.equal(accepts(credentials), false, JSON.stringify(credentials));
    });

    it('are verified, and have the mode of the platform’s key', async (t) => {
      const verified = { account: stripe.accountId, mode: 'test', carriesFee: true };
      assert.deepEqual(await provider.account(account).verify(), verified);
      const other = await startStripe({ mode: 'live' });
      t.onTestFinished(() => other.stop());
      const live = maskSecrets(stripeProvider({ apiKey: other.apiKey, apiUrl: other.url }), [other.apiKey]);
      assert.equal((await live.account({ account_id: other.accountId }).verify()).mode, 'live');
    });

    it('of an account that cannot take payments are refused with the reason', async () => {
      const id = stripe.connect({ chargesEnabled: false, disabledReason: 'requirements.past_due' });
      const { kind, message } = await errorOf(provider.account({ account_id: id }).verify());
      assert.equal(kind, 'refused');
      assert.match(message, /requirements.past_due/);
    });

    it('of an account that is not connected, or with a wrong platform key, are unauthorized', async () => {
      const id = stripe.connect();
      stripe.disconnect(id);
      assert.equal((await errorOf(provider.account({ account_id: id }).verify())).kind, 'unauthorized');
      assert.equal(
        (await errorOf(provider.account({ account_id: id }).create(testOrder()))).kind,
        'unauthorized',
      );
      const apiKey = 'sk_test_somebodyelse';
      const stranger = maskSecrets(stripeProvider({ apiKey, apiUrl: stripe.url }), [apiKey]);
      assert.equal(
        (await expectProviderError(stranger.account(account).verify(), [apiKey, 'wxyz'])).kind,
        'unauthorized',
      );
    });
  });

  describe('a checkout', () => {
    it('matches the order on the venue’s account and can be paid', async () => {
      const order = testOrder();
      const made = await create(order);
      assert.deepEqual(made, {
        id: made.id,
        reference: order.attemptId,
        status: 'open',
        amountCents: 1250,
        currency: 'EUR',
        mode: 'test',
        checkoutUrl: `${stripe.url}/checkout/${made.id}`,
        refunds: [],
        chargedBackCents: 0,
      });
      const { expires_at: expiresAt, ...form } = lastForm();
      assert.deepEqual(form, {
        mode: 'payment',
        client_reference_id: order.attemptId,
        'metadata[attempt_id]': order.attemptId,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'eur',
        'line_items[0][price_data][unit_amount]': '1250',
        'line_items[0][price_data][product_data][name]': order.description,
        'payment_intent_data[metadata][attempt_id]': order.attemptId,
        'payment_intent_data[description]': order.description,
        locale: 'nl',
        success_url: order.returnUrl,
        cancel_url: order.returnUrl,
      });
      const ahead = Number(expiresAt) * 1000 - order.expiresAt;
      assert.ok(ahead > 30 * MINUTE && ahead <= 31 * MINUTE);
      const headers = stripe.requests.at(-1)?.headers;
      assert.equal(headers?.['idempotency-key'], order.attemptId);
      assert.equal(headers?.['stripe-account'], stripe.accountId);
      assert.equal(headers?.['x-stripe-client-telemetry'], undefined);
    });

    it('carries a fee, and none for a fee of 0', async () => {
      await create(testOrder({ feeCents: 105 }));
      assert.equal(lastForm()['payment_intent_data[application_fee_amount]'], '105');
      await create(testOrder({ feeCents: 0 }));
      assert.equal('payment_intent_data[application_fee_amount]' in lastForm(), false);
    });

    it('has an expiry within Stripe’s limits for any length of the hold', async () => {
      const holds = [-1, 1, 15, 60, 24 * 60 - 32, 24 * 60 - 31, 24 * 60];
      for (const minutes of holds) {
        const made = await create(testOrder({ expiresAt: Date.now() + minutes * MINUTE }));
        assert.equal(made.status, 'open', String(minutes));
      }
    });

    it('sends the same order at each try during the hold', async () => {
      const began = Date.now();
      const order = testOrder({ expiresAt: began + 15 * MINUTE });
      vi.useFakeTimers({ toFake: ['Date'], now: began });
      await create(order);
      vi.advanceTimersByTime(14 * MINUTE);
      assert.equal((await create(order)).reference, order.attemptId);
      assert.equal(stripe.payments(order.attemptId).length, 1);
    });

    it('below Stripe’s minimum is refused with Stripe’s message', async () => {
      const { kind, message } = await errorOf(create(testOrder({ amountCents: 49 })));
      assert.equal(kind, 'refused');
      assert.match(message, /^Stripe answered 400: .*at least €0.50/);
    });

    it('of one account does not exist on another', async () => {
      const { id } = await create();
      const other = { account_id: stripe.connect() };
      assert.equal((await errorOf(provider.account(other).fetch(id))).kind, 'refused');
    });
  });

  describe('the state of a checkout', () => {
    it('maps Stripe’s statuses to ours', async () => {
      const { id } = await create();
      const statusAfter = async (change: (id: string) => Promise<void>) => {
        await change(id);
        const { status, checkoutUrl } = await provider.account(account).fetch(id);
        return [status, checkoutUrl !== null];
      };
      assert.deepEqual(await statusAfter(stripe.cancelByGuest), ['open', true]);
      assert.deepEqual(await statusAfter(stripe.pend), ['open', false]);
      assert.deepEqual(await statusAfter(stripe.fail), ['failed', false]);
      assert.deepEqual(await statusAfter(stripe.expire), ['expired', false]);
      assert.deepEqual(await statusAfter(stripe.pay), ['paid', false]);
    });

    it('is what the guest chose on Stripe’s page', async () => {
      const { id, checkoutUrl } = await create();
      const body = new URLSearchParams({ outcome: 'paid' });
      const response = await fetch(checkoutUrl ?? '', { method: 'POST', body, redirect: 'manual' });
      assert.equal(response.status, 303);
      assert.equal(response.headers.get('location'), testOrder().returnUrl);
      assert.equal((await provider.account(account).fetch(id)).status, 'paid');
    });

    it('passes mismatches on unchanged', async () => {
      const id = await createPaid();
      stripe.setAmount(id, 1);
      stripe.setCurrency(id, 'USD');
      stripe.setMode(id, 'live');
      stripe.setReference(id, 'another');
      const { amountCents, currency, mode, reference } = await provider.account(account).fetch(id);
      assert.deepEqual([amountCents, currency, mode, reference], [1, 'USD', 'live', 'another']);
    });

    it('includes its refunds and those made elsewhere', async () => {
      const id = await createPaid();
      const ours = testRefund(id, 250);
      const { id: first } = await provider.account(account).refund(ours);
      const second = await stripe.refundElsewhere(id, 300);
      await stripe.failRefund(first);
      const { refunds } = await provider.account(account).fetch(id);
      assert.deepEqual(refunds, [
        { id: second, reference: null, amountCents: 300, status: 'succeeded' },
        { id: first, reference: ours.refundId, amountCents: 250, status: 'failed' },
      ]);
    });

    it('includes all refunds, also more than the session contains', async () => {
      const id = await createPaid();
      const refund = testRefund(id, 10);
      const made = await provider.account(account).refund(refund);
      for (let count = 0; count < 12; count += 1) await stripe.refundElsewhere(id, 10);
      assert.equal((await provider.account(account).fetch(id)).refunds.length, 13);
      stripe.forgetIdempotencyKeys();
      assert.deepEqual(await provider.account(account).refund(refund), made);
    });

    it('includes chargebacks, but no inquiries and no returned disputes', async () => {
      const id = await createPaid();
      const chargedBack = async () => (await provider.account(account).fetch(id)).chargedBackCents;
      assert.equal(await chargedBack(), 0);
      await stripe.chargeBack(id, 1250, 'warning_needs_response');
      assert.equal(await chargedBack(), 0);
      await stripe.chargeBack(id, 1000);
      assert.equal(await chargedBack(), 1000);
      await stripe.winDisputes(id);
      assert.equal(await chargedBack(), 0);
    });
  });

  describe('ending a checkout', () => {
    it('expires it, or returns its state when that is too late', async () => {
      const { id } = await create();
      assert.equal((await provider.account(account).cancel(id)).status, 'expired');
      assert.equal((await provider.account(account).cancel(id)).status, 'expired');
      assert.equal((await provider.account(account).cancel(await createPaid())).status, 'paid');
    });

    it('returns paid when the guest pays at that moment', async () => {
      const { id } = await create();
      stripe.onRequest(async ({ path, phase }) => {
        if (path.endsWith('/expire') && phase === 'before') await stripe.pay(id);
      });
      assert.equal((await provider.account(account).cancel(id)).status, 'paid');
    });
  });

  describe('a refund', () => {
    it('is made once, even if its response was lost and its idempotency key expired', async () => {
      const id = await createPaid();
      const refund = testRefund(id, 1250);
      stripe.faults.add({ method: 'POST', path: '/refunds', act: 'reset after' });
      assert.equal((await errorOf(provider.account(account).refund(refund))).kind, 'unavailable');
      stripe.forgetIdempotencyKeys();
      const made = await provider.account(account).refund(refund);
      const expected = { id: made.id, reference: refund.refundId, amountCents: 1250, status: 'succeeded' };
      assert.deepEqual(made, expected);
      assert.equal(stripe.payment(id).refunds.length, 1);
      const reference = (await provider.account(account).fetch(id)).reference ?? '';
      assert.deepEqual(stripe.totals()[reference], { captured: 1250, refunded: 1250 });
    });

    it('refunds the application fee as well, if there was one', async () => {
      const id = await createPaid({ feeCents: 105 });
      stripe.set({ refundsBeginAs: 'pending' });
      assert.equal((await provider.account(account).refund(testRefund(id, 1250))).status, 'pending');
      assert.equal(stripe.payment(id).refunds[0]?.feeRefunded, true);
      const without = await createPaid();
      await provider.account(account).refund(testRefund(without, 1250));
      assert.equal(stripe.payment(without).refunds[0]?.feeRefunded, false);
    });

    it('that failed is reported, not made again', async () => {
      const id = await createPaid();
      const refund = testRefund(id, 500);
      const made = await provider.account(account).refund(refund);
      await stripe.failRefund(made.id);
      assert.deepEqual(await provider.account(account).refund(refund), { ...made, status: 'failed' });
    });

    it('of more than is left, or of an unpaid checkout, is refused', async () => {
      const id = await createPaid();
      await provider.account(account).refund(testRefund(id, 1000));
      const { kind, message } = await errorOf(provider.account(account).refund(testRefund(id, 251)));
      assert.equal(kind, 'refused');
      assert.match(message, /greater than unrefunded amount/);
      const open = await create();
      assert.equal((await errorOf(provider.account(account).refund(testRefund(open.id, 1)))).kind, 'refused');
    });
  });
});
