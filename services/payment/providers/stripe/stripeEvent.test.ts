import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { type FakeStripe, signAsStripe, startStripe } from '../../../../test/fakes/stripe.ts';
import { eventually } from '../../../../test/stack/api.ts';
import { type Receiver, startReceiver } from '../../../../test/stack/receiver.ts';
import { testOrder } from '../../testing/testOrder.ts';
import { stripeProvider } from './stripe.ts';
import { openStripe } from './stripeApi.ts';
import { readStripeEvent, stripeAttemptOf } from './stripeEvent.ts';

const secret = 'whsec_of_a_test';
const attemptId = 'd9428888-122b-41e1-b85c-61f13cb9a8bc';
const lookups: object[] = [];
const attemptOf = async (of: object) => {
  lookups.push(of);
  return attemptId;
};
const read = readStripeEvent({ secret, attemptOf });
const event = {
  account: 'acct_1',
  livemode: true,
  type: 'checkout.session.completed',
  data: { object: { object: 'checkout.session', id: 'cs_live_1', metadata: { attempt_id: attemptId } } },
};
const readSigned = (value: unknown, at?: Date) => {
  const body = JSON.stringify(value);
  return read(body, signAsStripe(body, secret, at));
};

describe('an event of Stripe', () => {
  it('about a checkout names the session, the account and the attempt', async () => {
    const types = ['completed', 'async_payment_succeeded', 'async_payment_failed', 'expired'];
    for (const type of types) {
      const read = await readSigned({ ...event, type: `checkout.session.${type}` });
      assert.deepEqual(read, {
        hint: { account: 'acct_1', checkoutId: 'cs_live_1', mode: 'live', attemptId },
      });
    }
    assert.equal((await readSigned({ ...event, livemode: false }))?.hint?.mode, 'test');
    const foreign = { ...event, data: { object: { id: 'cs_live_1', metadata: { attempt_id: '7' } } } };
    assert.equal((await readSigned(foreign))?.hint?.attemptId, null);
  });

  it('about a refund or dispute names the attempt, or Stripe is asked for it', async () => {
    const hint = { account: 'acct_1', checkoutId: null, mode: 'live', attemptId };
    const charge = { id: 'ch_1', payment_intent: 'pi_1', metadata: { attempt_id: attemptId } };
    const about = (type: string, object: object) => readSigned({ ...event, type, data: { object } });
    assert.deepEqual(await about('charge.refunded', charge), { hint });
    assert.deepEqual(lookups, []);
    const dispute = { id: 'dp_1', charge: 'ch_1', payment_intent: 'pi_1', metadata: {} };
    for (const type of [
      'charge.dispute.created',
      'charge.dispute.closed',
      'charge.refund.updated',
      'refund.failed',
    ])
      assert.deepEqual(await about(type, dispute), { hint });
    assert.deepEqual(lookups, Array(4).fill({ account: 'acct_1', intentId: 'pi_1' }));
    assert.deepEqual(await about('charge.refunded', { ...charge, payment_intent: null }), { hint: null });
    const foreign = readStripeEvent({ secret, attemptOf: async () => 'order 7' });
    const body = JSON.stringify({ ...event, type: 'charge.dispute.created', data: { object: dispute } });
    assert.deepEqual(await foreign(body, signAsStripe(body, secret)), { hint: null });
  });

  it('about an account names the account and what happened, whatever it contains', async () => {
    const about = (type: string, object: object = {}) => readSigned({ ...event, type, data: { object } });
    const account = { account: 'acct_1', mode: 'live', is: 'changed' };
    const updated = await about('account.updated', { id: 'acct_2', charges_enabled: true });
    assert.deepEqual(updated, { hint: null, account });
    const application = { id: 'ca_1', object: 'application' };
    const deauthorized = await about('account.application.deauthorized', application);
    assert.deepEqual(deauthorized, { hint: null, account: { ...account, is: 'disconnected' } });
    assert.deepEqual(await about('account.external_account.created'), { hint: null });
    const ofPlatform = { ...event, type: 'account.updated', account: undefined };
    assert.deepEqual(await readSigned(ofPlatform), { hint: null });
  });

  it('about other things, or about the platform itself, is accepted without a hint', async () => {
    assert.deepEqual(await readSigned({ ...event, type: 'charge.captured' }), { hint: null });
    assert.deepEqual(await readSigned({ ...event, account: undefined }), { hint: null });
    assert.deepEqual(await readSigned({ ...event, data: {} }), { hint: null });
    assert.deepEqual(await readSigned('text'), { hint: null });
    assert.deepEqual(await readSigned(null), { hint: null });
  });

  it('with an old, missing or wrong signature is rejected', async () => {
    const body = JSON.stringify(event);
    assert.equal(await read(body, ''), null);
    assert.equal(await read(body, 'nonsense'), null);
    assert.equal(await read(body, signAsStripe(body, 'whsec_other')), null);
    assert.equal(await read(`${body} `, signAsStripe(body, secret)), null);
    assert.equal(await read('{', signAsStripe('{', secret)), null);
    const signedAgo = (seconds: number) => readSigned(event, new Date(Date.now() - seconds * 1000));
    assert.notEqual(await signedAgo(290), null);
    assert.equal(await signedAgo(310), null);
  });
});

describe('the events that Stripe sends', () => {
  let stripe: FakeStripe;
  let receiver: Receiver;
  beforeAll(async () => {
    [stripe, receiver] = await Promise.all([startStripe(), startReceiver(200)]);
    stripe.webhookUrl = receiver.url;
  });
  afterAll(() => Promise.all([stripe.stop(), receiver.stop()]));
  afterEach(() => {
    stripe.webhooks.behaviour = 'deliver';
    receiver.received.length = 0;
  });
  const hints = () => {
    const attemptOf = stripeAttemptOf(openStripe({ apiKey: stripe.apiKey, apiUrl: stripe.url }));
    const read = readStripeEvent({ secret: stripe.webhookSecret, attemptOf });
    return Promise.all(
      receiver.received.map(({ body, headers }) => read(body, headers['stripe-signature'] ?? '')),
    );
  };
  const order = testOrder();
  const create = async () => {
    const provider = stripeProvider({ apiKey: stripe.apiKey, apiUrl: stripe.url });
    return (await provider.account({ account_id: stripe.accountId }).create(order)).id;
  };

  it('are parsed, each with what it names', async () => {
    const sessionId = await create();
    await stripe.pend(sessionId);
    await stripe.pay(sessionId);
    await stripe.failRefund(await stripe.refundElsewhere(sessionId, 100));
    await stripe.chargeBack(sessionId, 100);
    await stripe.winDisputes(sessionId);
    const hint = { account: stripe.accountId, mode: 'test', attemptId: order.attemptId };
    const [ofCheckout, ofMoneyBack] = [
      { hint: { ...hint, checkoutId: sessionId } },
      { hint: { ...hint, checkoutId: null } },
    ];
    assert.deepEqual(await hints(), [ofCheckout, ofCheckout, ...Array(4).fill(ofMoneyBack)]);
  });

  it('name an account that changed or was disconnected', async () => {
    const account = stripe.connect();
    await stripe.changeAccount(account, { chargesEnabled: false });
    await stripe.deauthorize(account);
    const of = { account, mode: 'test' };
    assert.deepEqual(await hints(), [
      { hint: null, account: { ...of, is: 'changed' } },
      { hint: null, account: { ...of, is: 'disconnected' } },
    ]);
  });

  it('give no hint for a disconnected account, and fail while Stripe is unavailable', async () => {
    const sessionId = await create();
    await stripe.pay(sessionId);
    receiver.received.length = 0;
    await stripe.chargeBack(sessionId, 100);
    stripe.faults.add({ act: 'status', status: 503, path: '/payment_intents' });
    await assert.rejects(hints(), { name: 'ProviderError', kind: 'unavailable' });
    stripe.disconnect(stripe.accountId);
    assert.deepEqual(await hints(), [{ hint: null }]);
    stripe.connect({ id: stripe.accountId });
  });

  it('are lost, repeated or delayed by the fake as configured', async () => {
    const id = await create();
    stripe.webhooks.behaviour = 'lose';
    await stripe.pend(id);
    assert.equal(receiver.received.length, 0);
    stripe.webhooks.behaviour = { repeat: 3 };
    await stripe.pay(id);
    assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
    assert.equal(receiver.received.length, 3);
    stripe.webhooks.behaviour = { delay: 50 };
    await stripe.expire(id);
    assert.equal(receiver.received.length, 3);
    await eventually('the delayed event arrived', () => receiver.received.length === 4);
  });
});
