import assert from 'node:assert/strict';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { ProviderName } from '@venue-booking/proto/payment/providers';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { findAccount, linkAccount } from '../accounts/accounts.ts';
import { openCheckout } from '../checkout/openCheckout.ts';
import { listPayments } from '../payments/listPayments.ts';
import { purgeVenue } from '../payments/purgeVenue.ts';
import { receiveEvent } from '../reconcile/receiveWebhook.ts';
import { refundBooking } from '../refunds/refundBooking.ts';
import { inMemoryProvider, signInMemoryEvent } from '../testing/inMemoryProvider.ts';
import { newOrder, openTestPayments, type TestPayments } from '../testing/testPayments.ts';
import { callProvider } from './callProvider.ts';
import { maskSecrets } from './maskSecrets.ts';

/** Links a venue to the sandbox under another provider name, as a newer release could. */
const linkAs = async ({ database, deps }: TestPayments, provider: string) => {
  await linkAccount(deps, 1, { provider: 'sandbox', credentials: {} });
  await database.account.updateMany({ where: { venueId: 1 }, data: { provider } });
};

describe('an account at a provider that only a newer release knows', () => {
  let payments: TestPayments;
  beforeAll(async () => {
    payments = await openTestPayments();
    await linkAs(payments, 'newer');
  });
  afterAll(() => payments.close());

  it('is shown but unavailable, and a checkout waits for the newer release', async () => {
    const { deps, database } = payments;
    assert.equal((await findAccount(deps, 1)).provider, 'newer');
    const order = newOrder({ feeCents: 105 });
    assert.deepEqual(await openCheckout(deps, order), { state: 'unavailable' });
    const attempt = await database.attempt.findFirstOrThrow({
      where: { paymentId: order.paymentId },
      include: { account: true },
    });
    assert.deepEqual([attempt.status, attempt.feeCents], ['open', 105n]);
    await assert.rejects(
      callProvider(deps, attempt.account, async () => assert.fail('was called')),
      { name: 'ProviderError', kind: 'unavailable' },
    );
    const paid = await listPayments(deps, { venueId: 1, bookingIds: [order.bookingId] });
    assert.equal(paid[order.bookingId]?.[0]?.provider, 'newer');
    assert.equal(await database.attention.count(), 0);
  });
});

describe('a provider without any mention outside its adapter', () => {
  const fake = inMemoryProvider();
  let payments: TestPayments;
  beforeAll(async () => {
    payments = await openTestPayments({ others: { 'made-up': maskSecrets(fake.provider) } });
    await link('made-up_key_1234');
  });
  afterAll(() => payments.close());

  const link = (key: string) =>
    linkAccount(payments.deps, 1, {
      provider: 'made-up' as ProviderName,
      credentials: { key },
      platform_fee_percent: 2,
    });
  const sendEvent = (payment: string, { account = 'shop', sign = signInMemoryEvent } = {}) => {
    const body = JSON.stringify({ account, payment });
    return receiveEvent(payments.deps, { provider: 'made-up', body, headers: sign(body) });
  };
  const paidBooking = async () => {
    const order = newOrder({ feeCents: 50 });
    assert.equal((await openCheckout(payments.deps, order)).state, 'payable');
    const [attempt] = await payments.database.attempt.findMany({ where: { paymentId: order.paymentId } });
    const id = attempt?.providerId ?? '';
    fake.change(id, { status: 'paid', checkoutUrl: null });
    return { order, id };
  };
  const stateOf = async (bookingId: number) => {
    const [paid] =
      (await listPayments(payments.deps, { venueId: 1, bookingIds: [bookingId] }))[bookingId] ?? [];
    return [paid?.provider, paid?.status, paid?.refunded_eur];
  };

  it('is linked under its own name, and its failures contain no credentials', async () => {
    assert.equal((await findAccount(payments.deps, 1)).provider, 'made-up');
    await assert.rejects(link('bad dp_live_1234567'), (error) => {
      const failure = failureOf(error);
      assert.deepEqual([failure?.code, failure?.params.provider], ['credentials_refused', 'made-up']);
      assert.doesNotMatch(String(failure?.params.reason), /dp_live/);
      return true;
    });
  });

  it('takes a payment by a checkout and a signed event, and makes a refund', async () => {
    const { order, id } = await paidBooking();
    assert.equal(await sendEvent(id, { sign: () => ({}) }), false);
    assert.equal(await sendEvent(id, { account: 'another shop' }), true);
    assert.equal(await payments.work(), 0);
    assert.deepEqual(await stateOf(order.bookingId), ['made-up', 'open', 0]);
    assert.equal(await sendEvent(id), true);
    assert.equal(await payments.work(), 0);
    assert.deepEqual(await stateOf(order.bookingId), ['made-up', 'paid', 0]);
    await refundBooking(payments.deps, { venueId: 1, bookingId: order.bookingId, actor: 'operator' });
    assert.equal(await payments.work(), 0);
    assert.deepEqual(await stateOf(order.bookingId), ['made-up', 'refunded', 25]);
  });

  it('asks for a person when it refuses a refund, without the credential that it repeats', async () => {
    const { order, id } = await paidBooking();
    await sendEvent(id);
    await payments.work();
    fake.rejections.push('no money left for');
    await refundBooking(payments.deps, { venueId: 1, bookingId: order.bookingId, actor: 'operator' });
    await payments.work();
    const { bookingId } = order;
    const { kind, detail } = await payments.database.attention.findFirstOrThrow({ where: { bookingId } });
    assert.equal(kind, 'refund_failed');
    assert.match(detail, /no money left for/);
    assert.doesNotMatch(detail, /made-up_key/);
  });

  it('tells the operator of an event for a purged venue, which cannot be verified', async () => {
    const { order, id } = await paidBooking();
    await sendEvent(id);
    await payments.work();
    while ((await purgeVenue(payments.deps, 1)) !== 'done');
    for (let time = 0; time < 2; time++) assert.equal(await sendEvent(id), true);
    const { bookingId } = order;
    const items = await payments.database.attention.findMany({ where: { bookingId } });
    assert.deepEqual(
      items.map(({ kind }) => kind),
      ['webhook_mismatch'],
    );
    assert.deepEqual(await payments.claim(), []);
  });

  it('receives no events if it has none', async () => {
    const sent = { provider: 'mollie', body: '{}', headers: {} };
    assert.equal(await receiveEvent(payments.deps, sent), false);
    await assert.rejects(receiveEvent(payments.deps, { ...sent, provider: 'toString' }), {
      name: 'ProviderError',
    });
  });
});
