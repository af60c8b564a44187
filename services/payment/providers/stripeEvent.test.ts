import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type FakeStripe, signAsStripe, startStripe } from '../../../test/fakes/stripe.ts';
import { type Receiver, startReceiver } from '../../../test/stack/receiver.ts';
import { stripeProvider } from './stripe.ts';
import { readStripeEvent } from './stripeEvent.ts';
import { testOrder } from './testProvider.ts';

const secret = 'whsec_of_a_test';
const read = readStripeEvent({ secret });
const event = {
  account: 'acct_1',
  livemode: true,
  type: 'checkout.session.completed',
  data: { object: { object: 'checkout.session', id: 'cs_live_1' } },
};
const readSigned = (value: unknown, at?: Date) => {
  const body = JSON.stringify(value);
  return read(body, signAsStripe(body, secret, at));
};

describe('an event of Stripe', () => {
  it('about a checkout says which session of which account it is about', () => {
    const types = ['completed', 'async_payment_succeeded', 'async_payment_failed', 'expired'];
    for (const type of types) {
      const hint = readSigned({ ...event, type: `checkout.session.${type}` });
      assert.deepEqual(hint, { hint: { account: 'acct_1', sessionId: 'cs_live_1', live: true } });
    }
    assert.equal(readSigned({ ...event, livemode: false })?.hint?.live, false);
  });

  it('about something else, or of the platform itself, is Stripe’s and says nothing', () => {
    assert.deepEqual(readSigned({ ...event, type: 'charge.refunded' }), { hint: null });
    assert.deepEqual(readSigned({ ...event, account: undefined }), { hint: null });
    assert.deepEqual(readSigned({ ...event, data: {} }), { hint: null });
    assert.deepEqual(readSigned('text'), { hint: null });
    assert.deepEqual(readSigned(null), { hint: null });
  });

  it('that Stripe has not signed just now, or that was changed, says nothing', () => {
    const body = JSON.stringify(event);
    assert.equal(read(body, ''), null);
    assert.equal(read(body, 'nonsense'), null);
    assert.equal(read(body, signAsStripe(body, 'whsec_other')), null);
    assert.equal(read(`${body} `, signAsStripe(body, secret)), null);
    assert.equal(read('{', signAsStripe('{', secret)), null);
    const signedAgo = (seconds: number) => readSigned(event, new Date(Date.now() - seconds * 1000));
    assert.notEqual(signedAgo(290), null);
    assert.equal(signedAgo(310), null);
  });
});

describe('the events that Stripe sends', () => {
  let stripe: FakeStripe;
  let receiver: Receiver;
  before(async () => {
    [stripe, receiver] = await Promise.all([startStripe(), startReceiver(200)]);
    stripe.webhookUrl = receiver.url;
  });
  after(() => Promise.all([stripe.stop(), receiver.stop()]));
  afterEach(() => {
    stripe.webhooks.behaviour = 'deliver';
    receiver.received.length = 0;
  });
  const hints = () =>
    receiver.received.map(({ body, headers }) =>
      readStripeEvent({ secret: stripe.webhookSecret })(body, headers['stripe-signature'] ?? ''),
    );
  const create = async () => {
    const provider = stripeProvider({ apiKey: stripe.apiKey, apiUrl: stripe.url });
    return (await provider.create({ account_id: stripe.accountId }, testOrder())).id;
  };

  it('can be read, those of a checkout and no others', async () => {
    const id = await create();
    await stripe.pend(id);
    await stripe.pay(id);
    await stripe.refundElsewhere(id, 100);
    const about = { hint: { account: stripe.accountId, sessionId: id, live: false } };
    assert.deepEqual(hints(), [about, about, { hint: null }]);
  });

  it('are lost, repeated or late when the test wants it', async () => {
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
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.equal(receiver.received.length, 4);
  });
});
