import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { FakeMollie } from '../../../test/fakes/mollie.ts';
import { receiveWebhook } from '../reconcile/receiveWebhook.ts';
import { refreshPayment } from '../reconcile/refreshPayment.ts';
import { refundBooking } from '../refunds/refundBooking.ts';
import { type MolliePayments, openMolliePayments } from '../testing/testMollie.ts';
import { newOrder } from '../testing/testPayments.ts';
import { endHold } from './endHold.ts';
import { openCheckout } from './openCheckout.ts';
import { returnFromCheckout } from './returnFromCheckout.ts';

describe('a payment at Mollie', () => {
  let mollie: FakeMollie;
  let payments: MolliePayments;
  beforeAll(async () => {
    payments = await openMolliePayments();
    mollie = payments.mollie;
  });
  beforeEach(() => mollie.faults.clear());
  afterAll(() => payments.close());

  it('is captured once, however many concurrent refreshes', async () => {
    const { order, of, id } = await payments.open();
    await mollie.pay(id);
    await Promise.all(Array.from({ length: 20 }, () => refreshPayment(payments.deps, of)));
    assert.equal((await payments.eventsOf('payment_paid', order)).length, 1);
    const [attempt] = await payments.attemptsOf(order);
    assert.deepEqual([attempt?.status, attempt?.capturedCents], ['paid', 2500n]);
    assert.equal((await payments.paymentOf(order)).status, 'paid');
  });

  it('has one checkout for concurrent requests by the worker and guests', async () => {
    const order = newOrder();
    const checkouts = await Promise.all(Array.from({ length: 10 }, () => openCheckout(payments.deps, order)));
    assert.equal(new Set(checkouts.map((it) => it.state === 'payable' && it.url)).size, 1);
    const made = mollie.requests.filter(
      ({ method, body }) => method === 'POST' && body.includes(order.description),
    );
    assert.ok(made.length >= 1);
    const [{ id } = { id: '' }] = await payments.attemptsOf(order);
    assert.equal(mollie.payments(id).length, 1);
  });

  it('has the same checkout after the response to the first request was lost', async () => {
    for (const act of ['reset after', 'hang after'] as const) {
      mollie.faults.add({ act, method: 'POST', path: '/v2/payments' });
      const order = newOrder();
      assert.equal((await openCheckout(payments.deps, order)).state, 'unavailable');
      assert.equal((await openCheckout(payments.deps, order)).state, 'payable');
      const attempts = await payments.attemptsOf(order);
      assert.equal(attempts.length, 1);
      assert.equal(mollie.payments(attempts[0]?.id).length, 1);
    }
  });

  it('that does not match the order changes nothing, and asks for a person once', async () => {
    for (const lie of [
      (id: string) => mollie.setAmount(id, 2400),
      (id: string) => mollie.setCurrency(id, 'USD'),
      (id: string) => mollie.setMode(id, 'live'),
      (id: string) => mollie.setReference(id, randomUUID()),
    ]) {
      const { order, of, id } = await payments.open();
      lie(id);
      await mollie.pay(id);
      for (let time = 0; time < 3; time++) await refreshPayment(payments.deps, of);
      assert.equal((await payments.paymentOf(order)).status, 'open');
      assert.deepEqual(await payments.eventsOf('payment_paid', order), []);
      assert.deepEqual(await payments.attention(order), ['payment_mismatch']);
      const statements = await payments.database.statement.findMany({ where: { attemptId: of.attemptId } });
      assert.equal(statements.length, 2, 'the first and the later statement are stored once each');
    }
  });

  it('for a failed attempt still counts, and a second payment is refunded', async () => {
    const { order, of, id } = await payments.open();
    await mollie.fail(id);
    await refreshPayment(payments.deps, of);
    assert.equal((await openCheckout(payments.deps, order)).state, 'payable');
    const second = (await payments.attemptsOf(order))[1];
    await mollie.pay(second?.providerId ?? '');
    await refreshPayment(payments.deps, { venueId: 1, attemptId: second?.id ?? '' });
    assert.equal((await payments.eventsOf('payment_paid', order)).length, 1);
    // The first attempt is paid after all.
    await mollie.pay(id);
    await Promise.all([1, 2, 3].map(() => refreshPayment(payments.deps, of)));
    await payments.makeRefunds(order);
    await payments.makeRefunds(order);
    const refunds = await payments.refundsOf(order);
    assert.deepEqual(
      refunds.map(({ reason, amountCents, attemptId }) => [reason, amountCents, attemptId]),
      [['duplicate', 2500n, of.attemptId]],
    );
    assert.deepEqual(mollie.totals()[of.attemptId], { captured: 2500, refunded: 2500 });
    assert.equal((await payments.eventsOf('payment_paid', order)).length, 1);
    assert.equal((await payments.paymentOf(order)).paidBy, second?.id);
    const [refunded] = await payments.eventsOf('payment_refunded', order);
    assert.ok(refunded && !refunded.inFull);
  });

  it('that expires does not affect a booking paid by another attempt', async () => {
    const { order, of, id } = await payments.open();
    await mollie.fail(id);
    await refreshPayment(payments.deps, of);
    await openCheckout(payments.deps, order);
    const second = (await payments.attemptsOf(order))[1];
    await mollie.pay(second?.providerId ?? '');
    await refreshPayment(payments.deps, { venueId: 1, attemptId: second?.id ?? '' });
    await mollie.expire(id);
    await refreshPayment(payments.deps, of);
    assert.equal((await payments.paymentOf(order)).status, 'paid');
    assert.deepEqual(await payments.eventsOf('payment_lapsed', order), []);
  });

  it('lapses at the end of the hold if unpaid, but not if paid at the last moment', async () => {
    const { order, of, id } = await payments.open();
    const paid = await payments.open();
    await mollie.pay(paid.id);
    await endHold(payments.deps, { venueId: 1, paymentId: order.paymentId });
    assert.equal((await payments.paymentOf(order)).status, 'open', 'not before the end of the hold');
    for (const held of [order, paid.order]) await payments.expireHold(held);
    for (const { paymentId } of [order, paid.order])
      await Promise.all([1, 2].map(() => endHold(payments.deps, { venueId: 1, paymentId })));
    assert.equal((await payments.eventsOf('payment_lapsed', order)).length, 1);
    assert.equal(mollie.payment(id).status, 'canceled');
    assert.equal((await payments.attemptsOf(order))[0]?.status, 'canceled');
    assert.equal((await payments.paymentOf(paid.order)).status, 'paid');
    assert.deepEqual(await payments.eventsOf('payment_lapsed', paid.order), []);
    assert.equal((await openCheckout(payments.deps, order)).state, 'closed');
    // A late payment counts.
    await mollie.pay(id);
    await refreshPayment(payments.deps, of);
    assert.equal((await payments.eventsOf('payment_paid', order)).length, 1);
  });

  it('does not lapse while Mollie is unavailable at the end of the hold', async () => {
    const { order, id } = await payments.open();
    await payments.expireHold(order);
    mollie.faults.add({ act: 'status', status: 503, times: 2 });
    await assert.rejects(endHold(payments.deps, { venueId: 1, paymentId: order.paymentId }), {
      name: 'ProviderError',
    });
    assert.deepEqual(await payments.eventsOf('payment_lapsed', order), []);
    mollie.faults.clear();
    await mollie.pay(id);
    await endHold(payments.deps, { venueId: 1, paymentId: order.paymentId });
    assert.equal((await payments.paymentOf(order)).status, 'paid');
  });

  it('is fetched once for a guest who returns repeatedly', async () => {
    const { of, id } = await payments.open();
    await mollie.pay(id);
    const { returnToken } = await payments.database.attempt.findUniqueOrThrow({
      where: { id: of.attemptId },
    });
    const before = mollie.requests.length;
    const results = await Promise.all(
      Array.from({ length: 20 }, () => returnFromCheckout(payments.deps, returnToken)),
    );
    assert.ok(results.every((result) => result?.checkout.state === 'paid'));
    assert.ok(mollie.requests.length - before <= 2, `${mollie.requests.length - before} calls`);
  });

  it('is found by a webhook that arrives before Mollie’s own response', async () => {
    const order = newOrder();
    mollie.onRequest(async ({ method, path, phase }) => {
      if (method !== 'POST' || !path.endsWith('/payments') || phase !== 'after') return;
      const [attempt] = await payments.attemptsOf(order);
      const [made] = mollie.payments(attempt?.id);
      if (!attempt || !made) return;
      assert.equal(attempt.providerId, null, 'the row does not have the id yet');
      await mollie.pay(made.id);
      assert.equal(await receiveWebhook(payments.deps, { token: attempt.webhookToken, id: made.id }), true);
    });
    const checkout = await openCheckout(payments.deps, order);
    mollie.onRequest(() => {});
    assert.ok(checkout.state === 'payable' || checkout.state === 'paid');
    assert.equal((await payments.paymentOf(order)).status, 'paid');
  });

  it('is fetched once for any number of webhooks, and again for one that arrives during the call', async () => {
    const { of, id } = await payments.open();
    const { webhookToken: token } = await payments.database.attempt.findUniqueOrThrow({
      where: { id: of.attemptId },
    });
    const fetches = () =>
      mollie.requests.filter(({ method, path }) => method === 'GET' && path.endsWith(id)).length;
    const before = fetches();
    await Promise.all(Array.from({ length: 50 }, () => receiveWebhook(payments.deps, { token, id })));
    let sent = false;
    // Ignores calls about other attempts, which may be due as well.
    mollie.onRequest(async ({ method, path, phase }) => {
      if (method !== 'GET' || !path.endsWith(id) || phase !== 'before' || sent) return;
      sent = true;
      await receiveWebhook(payments.deps, { token, id });
    });
    await payments.work();
    mollie.onRequest(() => {});
    assert.equal(fetches() - before, 1);
    await payments.work();
    assert.equal(fetches() - before, 2);
    await payments.work();
    assert.equal(fetches() - before, 2);
  });

  it('carries a fee only if there is one', async () => {
    for (const [fee, expected] of [
      [250, true],
      [0, false],
    ] as const) {
      await payments.link({ access_token: mollie.accessToken, profile_id: mollie.profileId, testmode: true });
      const { of } = await payments.open({ feeCents: fee });
      const request = mollie.requests.findLast(
        ({ method, body }) => method === 'POST' && body.includes(of.attemptId),
      );
      assert.equal(/applicationFee/.test(request?.body ?? ''), expected);
    }
    await payments.link({ api_key: mollie.testKey });
  });

  it('requires valid credentials that can carry the fee', async () => {
    await assert.rejects(payments.link({ api_key: 'test_wrongwrongwrongwrongwrongwrong12' }), {
      code: 'credentials_refused',
    });
    await assert.rejects(payments.link({ api_key: mollie.testKey }, 2.5), { code: 'fee_not_carried' });
    await assert.rejects(payments.link({ api_key: mollie.testKey, nonsense: 1 }), { code: 'validation' });
    mollie.faults.add({ act: 'status', status: 503 });
    await assert.rejects(payments.link({ api_key: mollie.testKey }), { code: 'provider_unavailable' });
    const account = await payments.database.account.findFirstOrThrow({
      where: { venueId: 1, unlinkedAt: null },
    });
    assert.doesNotMatch(account.credentials, /test_/);
  });

  it('is claimed once by all replicas: open attempts, ended holds, refunds', async () => {
    const { order, of, id } = await payments.open();
    const take = async () => {
      const claimed = await Promise.all([1, 2, 3].map(() => payments.claim()));
      return claimed.flat().map((job) => job.id);
    };
    const times = async (wanted: string) => (await take()).filter((it) => it === wanted).length;
    await payments.makeDue();
    assert.equal(await times(of.attemptId), 1);
    await mollie.pay(id);
    await refreshPayment(payments.deps, of);
    await refundBooking(payments.deps, { venueId: 1, bookingId: order.bookingId, actor: 'x' });
    const [refund] = await payments.refundsOf(order);
    assert.equal(await times(refund?.id ?? ''), 1);
    const over = await payments.open();
    await payments.expireHold(over.order);
    assert.equal(await times(over.order.paymentId), 1);
  });
});
