import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { type FakeStripe, startStripe } from '../../../../test/fakes/stripe.ts';
import { expectProviderError, testOrder, testRefund } from '../../testing/testOrder.ts';
import { maskSecrets } from '../maskSecrets.ts';
import { stripeProvider } from './stripe.ts';

describe('Stripe during faults', () => {
  let stripe: FakeStripe;
  let provider: ReturnType<typeof stripeProvider>;
  let account: { account_id: string };
  beforeAll(async () => {
    stripe = await startStripe();
    provider = stripeAt({ timeoutMs: 10_000 });
    account = { account_id: stripe.accountId };
  });
  afterAll(() => stripe.stop());
  afterEach(() => stripe.faults.clear());

  const stripeAt = (where: { apiUrl?: string; timeoutMs?: number }) =>
    maskSecrets(stripeProvider({ apiKey: stripe.apiKey, apiUrl: stripe.url, ...where }), [stripe.apiKey]);
  const create = (order = testOrder()) => provider.account(account).create(order);
  const createPaid = async () => {
    const { id } = await create();
    await stripe.pay(id);
    return id;
  };
  const errorOf = (call: Promise<unknown>) => expectProviderError(call, [stripe.apiKey]);

  const kinds = {
    400: 'refused',
    401: 'unauthorized',
    402: 'refused',
    403: 'unauthorized',
    404: 'refused',
    409: 'unavailable',
    429: 'unavailable',
    500: 'unavailable',
    503: 'unavailable',
  };
  for (const [status, kind] of Object.entries(kinds)) {
    it(`status ${status} is ${kind}, without a retry`, async () => {
      const before = stripe.requests.length;
      stripe.faults.add({ act: 'status', status: Number(status), times: 9 });
      assert.equal((await errorOf(create())).kind, kind);
      assert.equal(stripe.requests.length, before + 1);
    });
  }

  it('aborts in time when the response does not start or stalls', async () => {
    const quick = stripeAt({ timeoutMs: 200 });
    for (const act of ['hang', 'hang after', 'stall'] as const) {
      stripe.faults.add({ method: 'POST', act });
      assert.equal((await errorOf(quick.account(account).create(testOrder()))).kind, 'unavailable', act);
    }
  });

  it('has one deadline for all requests of an operation', async () => {
    const id = await createPaid();
    const quick = stripeAt({ timeoutMs: 500 });
    stripe.faults.add({ act: 'slow', ms: 350, times: 2 });
    assert.equal((await errorOf(quick.account(account).refund(testRefund(id, 1)))).kind, 'unavailable');
  });

  it('makes one session per attempt when a response is lost, and none when the request is lost', async () => {
    const order = testOrder();
    const path = /\/sessions$/;
    stripe.faults.add({ act: 'reset before', path });
    assert.equal((await errorOf(create(order))).kind, 'unavailable');
    assert.equal(stripe.payments(order.attemptId).length, 0);
    stripe.faults.add({ act: 'reset after', path });
    assert.equal((await errorOf(create(order))).kind, 'unavailable');
    assert.equal((await create(order)).reference, order.attemptId);
    assert.equal(stripe.payments(order.attemptId).length, 1);
  });

  it('is unavailable when no server listens', async () => {
    const nowhere = stripeAt({ apiUrl: 'http://127.0.0.1:9' });
    const { kind, message } = await errorOf(nowhere.account(account).verify());
    assert.equal(kind, 'unavailable');
    assert.match(message, /^Stripe: no response: /);
  });

  it('rejects invalid responses: a redirect, an unrelated page', async () => {
    const responses = [
      { status: 302, headers: { Location: `${stripe.url}/v1/checkout/sessions` } },
      { status: 200, body: '<html>Welcome to the hotel</html>' },
      { status: 200, body: { object: 'something else' } },
      { status: 502, body: '<html>Bad gateway</html>' },
      { status: 503, body: {} },
    ];
    for (const response of responses) {
      stripe.faults.add({ act: 'status', status: 200, answer: response });
      assert.equal((await errorOf(create())).kind, 'unavailable', String(response.status));
    }
  });

  it('repeats no secret that Stripe repeats, and truncates a long reason', async () => {
    const reason = `Key ${stripe.apiKey} is no ${'good '.repeat(100)}`;
    stripe.faults.add({ act: 'status', status: 400, reason });
    assert.match((await errorOf(create())).message, /^Stripe answered 400: Key … is no good/);
  });

  it('rejects an endless response, even with a valid beginning', async () => {
    const session = { object: 'checkout.session', id: 'cs_1', padding: 'x'.repeat(500_000) };
    stripe.faults.add({ act: 'status', status: 200, answer: { status: 200, body: session } });
    assert.equal((await create()).id, 'cs_1');
    session.padding += session.padding;
    stripe.faults.add({ act: 'status', status: 200, answer: { status: 200, body: session } });
    assert.equal((await errorOf(create())).message, 'Stripe: the response is too large');
  });
});
