import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { type FakeMollie, startMollie } from '../../../../test/fakes/mollie.ts';
import { expectProviderError, testOrder, testRefund } from '../../testing/testOrder.ts';
import { maskSecrets } from '../maskSecrets.ts';
import { mollieProvider } from './mollie.ts';
import type { MollieCredentials } from './mollieApi.ts';

describe('Mollie during faults', () => {
  let mollie: FakeMollie;
  let provider: ReturnType<typeof mollieProvider>;
  let key: MollieCredentials;
  beforeAll(async () => {
    mollie = await startMollie();
    provider = maskSecrets(mollieProvider({ apiUrl: mollie.url, timeoutMs: 10_000 }));
    key = { api_key: mollie.testKey };
  });
  afterAll(() => mollie.stop());
  afterEach(() => mollie.faults.clear());

  const create = (order = testOrder()) => provider.account(key).create(order);
  const createPaid = async () => {
    const { id } = await create();
    mollie.webhooks.behaviour = 'lose';
    await mollie.pay(id);
    return id;
  };
  const errorOf = (call: Promise<unknown>) => expectProviderError(call, [mollie.testKey]);

  const kinds = {
    400: 'refused',
    401: 'unauthorized',
    403: 'unauthorized',
    404: 'refused',
    409: 'unavailable',
    410: 'refused',
    422: 'refused',
    429: 'unavailable',
    500: 'unavailable',
    503: 'unavailable',
  };
  for (const [status, kind] of Object.entries(kinds)) {
    it(`status ${status} is ${kind}`, async () => {
      mollie.faults.add({ act: 'status', status: Number(status) });
      assert.equal((await errorOf(create())).kind, kind);
    });
  }

  it('aborts in time when the response does not start or stalls', async () => {
    const quick = maskSecrets(mollieProvider({ apiUrl: mollie.url, timeoutMs: 200 }));
    for (const act of ['hang', 'hang after', 'stall'] as const) {
      mollie.faults.add({ method: 'POST', act });
      assert.equal((await errorOf(quick.account(key).create(testOrder()))).kind, 'unavailable', act);
    }
  });

  it('has one deadline for all requests of an operation', async () => {
    const id = await createPaid();
    const quick = maskSecrets(mollieProvider({ apiUrl: mollie.url, timeoutMs: 500 }));
    mollie.faults.add({ act: 'slow', ms: 350, times: 2 });
    assert.equal((await errorOf(quick.account(key).refund(testRefund(id, 1)))).kind, 'unavailable');
  });

  it('makes one payment per attempt when a response is lost, and none when the request is lost', async () => {
    const order = testOrder();
    // A request of the previous test may still be under way, but not to this path.
    const path = /\/payments$/;
    mollie.faults.add({ act: 'reset before', path });
    assert.equal((await errorOf(create(order))).kind, 'unavailable');
    assert.equal(mollie.payments(order.attemptId).length, 0);
    mollie.faults.add({ act: 'reset after', path });
    assert.equal((await errorOf(create(order))).kind, 'unavailable');
    assert.equal((await create(order)).reference, order.attemptId);
    assert.equal(mollie.payments(order.attemptId).length, 1);
  });

  it('is unavailable when no server listens', async () => {
    const nowhere = maskSecrets(mollieProvider({ apiUrl: 'http://127.0.0.1:9' }));
    assert.equal((await errorOf(nowhere.account(key).verify())).kind, 'unavailable');
  });

  it('rejects invalid responses: a redirect, an unrelated page', async () => {
    const responses = [
      { status: 302, headers: { Location: `${mollie.url}/v2/payments` } },
      { status: 200, body: '<html>Welcome to the hotel</html>' },
      { status: 200, body: { resource: 'payment', id: 7 } },
    ];
    for (const response of responses) {
      mollie.faults.add({ act: 'status', status: 200, answer: response });
      assert.equal((await errorOf(create())).kind, 'unavailable', String(response.status));
    }
  });

  it('rejects an endless response, even with a valid beginning', async () => {
    const payment = {
      ...{ id: 'tr_1', mode: 'test', status: 'open', amount: { currency: 'EUR', value: '1.00' } },
      padding: 'x'.repeat(500_000),
    };
    mollie.faults.add({ act: 'status', status: 200, answer: { status: 200, body: payment } });
    assert.equal((await create()).id, 'tr_1');
    payment.padding += payment.padding;
    mollie.faults.add({ act: 'status', status: 200, answer: { status: 200, body: payment } });
    assert.equal((await errorOf(create())).message, 'the response is too large');
  });
});
