import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { type FakeMollie, startMollie } from '../../../../test/fakes/mollie.ts';
import { expectProviderError, testOrder, testRefund } from '../../testing/testOrder.ts';
import { maskSecrets } from '../maskSecrets.ts';
import { mollieProvider } from './mollie.ts';
import type { MollieCredentials } from './mollieApi.ts';

describe('Mollie', () => {
  let mollie: FakeMollie;
  let provider: ReturnType<typeof mollieProvider>;
  let key: MollieCredentials;
  let connected: MollieCredentials & { access_token: string };
  beforeAll(async () => {
    mollie = await startMollie();
    mollie.webhooks.behaviour = 'lose';
    provider = maskSecrets(mollieProvider({ apiUrl: mollie.url, timeoutMs: 10_000 }));
    key = { api_key: mollie.testKey };
    connected = { access_token: mollie.accessToken, profile_id: mollie.profileId };
  });
  afterAll(() => mollie.stop());
  afterEach(() => {
    mollie.faults.clear();
    mollie.onRequest(() => {});
    mollie.set({ methods: ['ideal', 'creditcard', 'applepay', 'banktransfer'] });
    mollie.set({ cancelable: true, refundsBeginAs: 'pending' });
  });

  const lastBody = () => JSON.parse(mollie.requests.at(-1)?.body ?? '{}') as Record<string, unknown>;
  const create = (order = testOrder(), credentials: MollieCredentials = key) =>
    provider.account(credentials).create(order);
  const createPaid = async (order = testOrder(), credentials: MollieCredentials = key) => {
    const { id } = await create(order, credentials);
    await mollie.pay(id);
    return id;
  };
  const errorOf = (call: Promise<unknown>) => expectProviderError(call, [mollie.testKey, mollie.accessToken]);

  describe('credentials', () => {
    const accepts = (credentials: unknown) => provider.credentials.safeParse(credentials).success;

    it('are an API key or a token with its profile, without unknown fields', () => {
      assert.equal(accepts({ api_key: 'live_abcdefghijkl' }), true);
      assert.equal(accepts({ api_key: 'test_abcdefghijkl', slow_methods: true }), true);
      assert.equal(
        accepts({ access_token: 'access_abcdefghijkl', profile_id: 'pfl_abcd', testmode: true }),
        true,
      );
      const wrong = [
        {},
        { api_key: 'abcdefghijklmnop' },
        { api_key: 'live_abcdefghijkl\r\nX: y' },
        { api_key: 'live_abcdefghijkl', testmode: true },
        { api_key: 'live_abcdefghijkl', slowmethods: true },
        { access_token: 'access_abcdefghijkl' },
        { access_token: 'live_abcdefghijkl', profile_id: 'pfl_abcd' },
        { access_token: 'access_abcdefghijkl', profile_id: '../me' },
      ];
      for (const credentials of wrong) assert.equal(accepts(credentials), false, JSON.stringify(credentials));
      assert.equal(
        provider.credentials.safeParse({ api_key: 'live_x' }).error?.issues[0]?.message,
        'must be an API key (live_… or test_…)',
      );
    });

    it('are verified: their account, their mode, and whether they carry a fee', async () => {
      const account = mollie.profileId;
      assert.deepEqual(await provider.account(key).verify(), { account, mode: 'test', carriesFee: false });
      const live = { api_key: mollie.liveKey };
      assert.deepEqual(await provider.account(live).verify(), { account, mode: 'live', carriesFee: false });
      assert.deepEqual(await provider.account(connected).verify(), {
        account,
        mode: 'live',
        carriesFee: true,
      });
      const testing = { ...connected, testmode: true };
      assert.deepEqual(await provider.account(testing).verify(), { account, mode: 'test', carriesFee: true });
    });

    it('that Mollie does not know are unauthorized; a profile of another account is refused', async () => {
      const unknown = { api_key: 'test_nobodyhasthiskey' };
      assert.equal(
        (await expectProviderError(provider.account(unknown).verify(), [unknown.api_key])).kind,
        'unauthorized',
      );
      const foreign = { ...connected, profile_id: 'pfl_other' };
      assert.equal((await errorOf(provider.account(foreign).verify())).kind, 'refused');
    });
  });

  describe('a checkout', () => {
    it('matches the order and can be paid', async () => {
      const order = testOrder();
      const made = await create(order);
      assert.deepEqual(made, {
        id: made.id,
        reference: order.attemptId,
        status: 'open',
        amountCents: 1250,
        currency: 'EUR',
        mode: 'test',
        checkoutUrl: `${mollie.url}/checkout/${made.id}`,
        refunds: [],
        chargedBackCents: 0,
      });
      const { method, ...body } = lastBody();
      assert.deepEqual(body, {
        amount: { currency: 'EUR', value: '12.50' },
        description: order.description,
        redirectUrl: order.returnUrl,
        webhookUrl: order.webhookUrl,
        locale: 'nl_NL',
        metadata: { attempt_id: order.attemptId },
      });
      assert.deepEqual(method, ['ideal', 'creditcard', 'applepay']);
      assert.equal(mollie.requests.at(-1)?.headers['idempotency-key'], order.attemptId);
    });

    /** Creates a checkout with these methods enabled, and returns the methods in its request. */
    const offered = async (
      methods: string[],
      { by = mollieProvider({ apiUrl: mollie.url }), order = {} } = {},
    ) => {
      mollie.set({ methods });
      await by.account(key).create(testOrder(order));
      return lastBody().method;
    };
    const listed = () => mollie.requests.filter(({ path }) => path.startsWith('/v2/methods')).length;

    it('offers the enabled methods except slow ones, also methods that are new at Mollie', async () => {
      assert.deepEqual(await offered(['wero', 'banktransfer', 'directdebit']), ['wero']);
      assert.deepEqual(await offered(['wero', 'multibanco', 'klarna', 'newmethod']), ['wero', 'newmethod']);
      // Without slow methods, Mollie chooses.
      assert.equal(await offered(['ideal', 'wero']), undefined);
      assert.equal(await offered([]), undefined);
      await create(testOrder(), connected);
      assert.match(mollie.requests.at(-2)?.query.get('profileId') ?? '', /^pfl_/);
    });

    it('is refused with the reason if only slow methods are enabled', async () => {
      for (const methods of [['banktransfer'], ['banktransfer', 'klarna']]) {
        const { kind, message } = await errorOf(offered(methods));
        assert.equal(kind, 'refused');
        assert.match(message, /enable another payment method/);
      }
    });

    it('lists the methods once per amount and account, also for concurrent checkouts', async () => {
      const by = mollieProvider({ apiUrl: mollie.url });
      mollie.set({ methods: ['ideal', 'banktransfer'] });
      const before = listed();
      await Promise.all([1, 2, 3].map(() => by.account(key).create(testOrder())));
      assert.equal(listed() - before, 1);
      await by.account(key).create(testOrder({ amountCents: 990 }));
      assert.equal(listed() - before, 2);
    });

    it('keeps the methods of a connected profile when its access token is renewed', async () => {
      const by = mollieProvider({ apiUrl: mollie.url });
      const before = listed();
      await by.account(connected).create(testOrder());
      const renewed = mollie.add(`access_${randomUUID().replaceAll('-', '')}`);
      await by.account({ ...connected, access_token: renewed }).create(testOrder());
      assert.equal(listed() - before, 1);
      await by.account({ ...connected, testmode: true }).create(testOrder());
      assert.equal(listed() - before, 2);
    });

    it('is created without a list of methods while Mollie cannot list them', async () => {
      const by = mollieProvider({ apiUrl: mollie.url, timeoutMs: 2000 });
      for (const act of ['hang', 'reset before'] as const) {
        mollie.faults.add({ act, path: '/methods' });
        assert.equal(await offered(['ideal', 'banktransfer'], { by }), undefined, act);
      }
      mollie.faults.add({ act: 'status', status: 503, path: '/methods' });
      assert.equal(await offered(['ideal', 'banktransfer'], { by }), undefined);
      // The next checkout asks again.
      assert.deepEqual(await offered(['ideal', 'banktransfer'], { by }), ['ideal']);
    });

    it('offers all methods of the account when slow ones are allowed', async () => {
      await create(testOrder({ locale: 'en' }), { ...key, slow_methods: true });
      assert.equal('method' in lastBody(), false);
      assert.equal(lastBody().locale, 'en_US');
    });

    it('carries a fee with a token, and none for a fee of 0 or with a key', async () => {
      const order = testOrder({ feeCents: 105 });
      await create(order, connected);
      assert.deepEqual(lastBody().applicationFee, {
        amount: { currency: 'EUR', value: '1.05' },
        description: order.description,
      });
      assert.equal(lastBody().profileId, mollie.profileId);
      assert.equal('testmode' in lastBody(), false);
      await create(testOrder(), connected);
      assert.equal('applicationFee' in lastBody(), false);
      await create(testOrder({ feeCents: 105 }), key);
      assert.equal('applicationFee' in lastBody(), false);
    });

    it('in test mode is found, ended and refunded in test mode', async () => {
      const testing = { ...connected, testmode: true };
      const { id, mode } = await create(testOrder(), testing);
      assert.equal(mode, 'test');
      assert.equal((await errorOf(provider.account(connected).fetch(id))).kind, 'refused');
      assert.equal((await provider.account(testing).cancel(id)).status, 'canceled');
      const paid = await createPaid(testOrder(), testing);
      assert.equal((await provider.account(testing).refund(testRefund(paid, 100))).status, 'pending');
    });

    it('has amounts that are exact to the cent', async () => {
      for (const amountCents of [1, 10, 115, 820, 1005, 1910, 113_305, 99_999_99]) {
        assert.equal((await create(testOrder({ amountCents }))).amountCents, amountCents);
      }
    });
  });

  describe('the state of a checkout', () => {
    it('maps Mollie’s statuses to ours', async () => {
      const { id } = await create();
      const statusAfter = async (change: (id: string) => Promise<void>) => {
        await change(id);
        const { status, checkoutUrl } = await provider.account(key).fetch(id);
        return [status, checkoutUrl !== null];
      };
      assert.deepEqual(await statusAfter(mollie.pend), ['open', true]);
      assert.deepEqual(await statusAfter(mollie.fail), ['failed', false]);
      assert.deepEqual(await statusAfter(mollie.cancelByGuest), ['canceled', false]);
      assert.deepEqual(await statusAfter(mollie.expire), ['expired', false]);
      assert.deepEqual(await statusAfter(mollie.pay), ['paid', false]);
    });

    it('is what the guest chose on Mollie’s page', async () => {
      const { id, checkoutUrl } = await create();
      const body = new URLSearchParams({ outcome: 'paid' });
      const response = await fetch(checkoutUrl ?? '', { method: 'POST', body, redirect: 'manual' });
      assert.equal(response.status, 303);
      assert.equal(response.headers.get('location'), testOrder().returnUrl);
      assert.equal((await provider.account(key).fetch(id)).status, 'paid');
    });

    it('passes mismatches on unchanged', async () => {
      const id = await createPaid();
      mollie.setAmount(id, 1);
      mollie.setCurrency(id, 'USD');
      mollie.setMode(id, 'live');
      mollie.setReference(id, 'another');
      const { amountCents, currency, mode, reference } = await provider.account(key).fetch(id);
      assert.deepEqual([amountCents, currency, mode, reference], [1, 'USD', 'live', 'another']);
    });

    it('includes its refunds, those made elsewhere, and chargebacks', async () => {
      const id = await createPaid();
      const ours = testRefund(id, 250);
      const { id: first } = await provider.account(key).refund(ours);
      const second = await mollie.refundElsewhere(id, 300);
      await mollie.settleRefund(first);
      await mollie.failRefund(second);
      await mollie.chargeBack(id, 1000);
      const { refunds, chargedBackCents } = await provider.account(key).fetch(id);
      assert.deepEqual(refunds, [
        { id: first, reference: ours.refundId, amountCents: 250, status: 'succeeded' },
        { id: second, reference: null, amountCents: 300, status: 'failed' },
      ]);
      assert.equal(chargedBackCents, 1000);
    });
  });

  describe('ending a checkout', () => {
    it('cancels it, or returns its state when that is too late or impossible', async () => {
      const open = await create();
      assert.equal((await provider.account(key).cancel(open.id)).status, 'canceled');
      assert.equal((await provider.account(key).cancel(open.id)).status, 'canceled');

      mollie.set({ cancelable: false });
      const held = await create();
      assert.equal((await provider.account(key).cancel(held.id)).status, 'open');
      const deleted = mollie.requests.filter(({ method }) => method === 'DELETE');
      assert.ok(deleted.every(({ path }) => !path.endsWith(held.id)));
    });

    it('returns paid when the guest pays at that moment', async () => {
      const { id } = await create();
      mollie.onRequest(async ({ method, phase }) => {
        if (method === 'DELETE' && phase === 'before') await mollie.pay(id);
      });
      assert.equal((await provider.account(key).cancel(id)).status, 'paid');
    });
  });

  describe('a refund', () => {
    it('is made once, even if its response was lost and its idempotency key expired', async () => {
      const id = await createPaid();
      const refund = testRefund(id, 1250);
      mollie.faults.add({ method: 'POST', path: '/refunds', act: 'reset after' });
      assert.equal((await errorOf(provider.account(key).refund(refund))).kind, 'unavailable');
      mollie.forgetIdempotencyKeys();
      const made = await provider.account(key).refund(refund);
      assert.deepEqual(
        { ...made, id: '' },
        {
          id: '',
          reference: refund.refundId,
          amountCents: 1250,
          status: 'pending',
        },
      );
      assert.equal((await provider.account(key).refund(refund)).id, made.id);
      const [payment] = mollie.payments().filter((one) => one.id === id);
      assert.equal(payment?.refunds.length, 1);
      const reference = (await provider.account(key).fetch(id)).reference ?? '';
      assert.deepEqual(mollie.totals()[reference], { captured: 1250, refunded: 1250 });
    });

    it('that failed is reported, not made again', async () => {
      const id = await createPaid();
      const refund = testRefund(id, 500);
      const made = await provider.account(key).refund(refund);
      await mollie.failRefund(made.id);
      assert.deepEqual(await provider.account(key).refund(refund), { ...made, status: 'failed' });
    });

    it('of more than is left is refused with Mollie’s message', async () => {
      const id = await createPaid();
      await provider.account(key).refund(testRefund(id, 1000));
      const { kind, message } = await errorOf(provider.account(key).refund(testRefund(id, 251)));
      assert.deepEqual(
        [kind, message],
        ['refused', 'Mollie answered 422: The amount is higher than the maximum'],
      );
    });
  });

  it('posts to the webhook URL of a payment as configured', async () => {
    const { id } = await create(testOrder({ webhookUrl: `${mollie.url}/checkout/none` }));
    mollie.webhooks.behaviour = { repeat: 2 };
    await mollie.pay(id);
    mollie.webhooks.behaviour = 'lose';
    await mollie.fail(id);
    assert.deepEqual(
      mollie.webhooks.sent.map(({ body }) => body),
      [`id=${id}`, `id=${id}`],
    );
    assert.equal((await provider.account(key).fetch(id)).reference?.length, randomUUID().length);
  });
});
