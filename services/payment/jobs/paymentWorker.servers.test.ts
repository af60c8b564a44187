import assert from 'node:assert/strict';
import { sequentiallyScannedTables } from '@venue-booking/kit/testing/testDatabase';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { makeCheckout } from '../checkout/makeCheckout.ts';
import { openCheckout } from '../checkout/openCheckout.ts';
import type { PaymentDatabase } from '../database.ts';
import { createAttempt, ensurePayment } from '../payments/paymentStore.ts';
import { receiveWebhook } from '../reconcile/receiveWebhook.ts';
import { refundBooking } from '../refunds/refundBooking.ts';
import { type MolliePayments, openMolliePayments } from '../testing/testMollie.ts';
import { newOrder } from '../testing/testPayments.ts';
import { claimJobs, type Job } from './jobStore.ts';

const DAY_MS = 24 * 3600_000;

describe('due payment work', () => {
  let payments: MolliePayments;
  beforeAll(async () => {
    payments = await openMolliePayments();
  });
  beforeEach(() => payments.mollie.faults.clear());
  afterAll(() => payments.close());

  const attentionOf = async (bookingId: number) =>
    (await payments.database.attention.findMany({ where: { bookingId } })).map(({ kind }) => kind);
  /** Time until an attempt is due, in ms. */
  const dueIn = async (id: string) =>
    (await payments.database.attempt.findUniqueOrThrow({ where: { id } })).nextRefreshAt.getTime() -
    Date.now();

  it('is claimed when due at this moment, although columns are rounded to milliseconds', async () => {
    const { database } = payments;
    const { of } = await payments.paid();
    for (let round = 0; round < 20; round++) {
      const taken = await database.$transaction(async (tx) => {
        await tx.$executeRaw`UPDATE payment.attempt SET next_refresh_at = now() WHERE id = ${of.attemptId}::uuid`;
        return claimJobs({ database: tx as PaymentDatabase }, { limit: 1000, share: 1000, running: [] });
      });
      assert.ok(taken.some(({ id }) => id === of.attemptId));
    }
  });

  it('includes paid attempts, because a chargeback may come without a webhook', async () => {
    const { order, of, id } = await payments.paid();
    await payments.mollie.chargeBack(id, 2500);
    await payments.makeDue();
    await payments.work();
    assert.deepEqual(await attentionOf(order.bookingId), ['chargeback']);
    assert.ok((await dueIn(of.attemptId)) > 3000_000, 'not at every poll');
  });

  it('comes less often for older payments, and finally stops', async () => {
    const { database } = payments;
    const { of } = await payments.paid();
    const waits: number[] = [];
    for (const days of [0, 1, 30, 400]) {
      const createdAt = new Date(Date.now() - days * DAY_MS);
      await database.attempt.update({
        where: { id: of.attemptId },
        data: { createdAt, paidAt: createdAt, nextRefreshAt: new Date(0) },
      });
      await payments.work();
      waits.push(Math.round((await dueIn(of.attemptId)) / 3600_000));
    }
    assert.deepEqual(waits.slice(0, 3), [1, 12, 168]);
    assert.ok((waits[3] ?? 0) > 50 * 365 * 24);
  });

  it('finds a refund that fails without a webhook', async () => {
    const { database, deps, mollie } = payments;
    const { order, of } = await payments.paid();
    await refundBooking(deps, { venueId: 1, bookingId: order.bookingId, actor: 'operator' });
    await payments.work();
    const [refund] = await payments.refundsOf(order);
    assert.equal(refund?.status, 'pending');
    await mollie.failRefund(refund.providerId ?? '');
    // Only the refund is due, not its attempt.
    await database.attempt.updateMany({ data: { nextRefreshAt: new Date(Date.now() + DAY_MS) } });
    await database.refund.update({ where: { id: refund.id }, data: { nextTryAt: new Date(0) } });
    await payments.work();
    assert.deepEqual(
      [(await payments.refundsOf(order))[0]?.status, await attentionOf(order.bookingId)],
      ['failed', ['refund_failed']],
    );
    const { capturedCents, refundedCents } = await database.attempt.findUniqueOrThrow({
      where: { id: of.attemptId },
    });
    assert.deepEqual([capturedCents, refundedCents], [2500n, 0n]);
  });

  it('retries soon after a failed call', async () => {
    const { of } = await payments.paid();
    await payments.makeDue();
    payments.mollie.faults.add({ act: 'status', status: 503, times: 20 });
    assert.notEqual(await payments.work(), 0);
    assert.ok((await dueIn(of.attemptId)) <= 60_000);
  });

  it('backs off to the planned interval while the provider stays unavailable', async () => {
    const { database } = payments;
    const { of } = await payments.paid();
    const waits: number[] = [];
    for (let time = 0; time < 12; time++) {
      await database.attempt.update({ where: { id: of.attemptId }, data: { nextRefreshAt: new Date(0) } });
      payments.mollie.faults.clear();
      payments.mollie.faults.add({ act: 'status', status: 503, times: 20 });
      await payments.work();
      waits.push(await dueIn(of.attemptId));
    }
    const planned = waits.findIndex((wait) => wait > 3000_000);
    assert.ok(planned > 5, waits.join());
    // The first waits are too short to compare on a slow machine.
    const before = waits.slice(4, planned);
    assert.deepEqual(
      before,
      before.toSorted((a, b) => a - b),
      'each wait is longer than the one before',
    );
    assert.ok(
      (waits[planned + 1] ?? 0) < (waits[planned - 1] ?? 0),
      'after the planned interval, the backoff restarts',
    );
  });

  it('includes an ended attempt with a new webhook, which may mean money', async () => {
    const { mollie, deps } = payments;
    const { order, id } = await payments.open();
    await payments.expireHold(order);
    await payments.work();
    const [attempt] = await payments.attemptsOf(order);
    assert.equal(attempt?.status, 'canceled');
    await mollie.pay(id);
    await receiveWebhook(deps, { token: attempt.webhookToken, id });
    await payments.work();
    assert.equal((await payments.paymentOf(order)).status, 'paid');
  });

  it('goes to another worker after a crash, and to none while the lease lasts', async () => {
    const { database } = payments;
    const { of, id } = await payments.open();
    await payments.mollie.pay(id);
    await payments.makeDue();
    const ownJobs = (jobs: Job[]) => jobs.filter((job) => job.id === of.attemptId).length;
    const claimed = await Promise.all([1, 2, 3].map(() => payments.claim()));
    assert.deepEqual(claimed.map(ownJobs).sort(), [0, 0, 1]);
    assert.ok((await dueIn(of.attemptId)) > 5000, 'for the duration of the lease');
    await database.$executeRaw`
      UPDATE payment.attempt SET next_refresh_at = next_refresh_at - interval '20 seconds' WHERE id = ${of.attemptId}::uuid`;
    await payments.work();
    assert.equal((await database.attempt.findUniqueOrThrow({ where: { id: of.attemptId } })).status, 'paid');
  });

  it('makes no call for a checkout that no guest has seen until its hold is over', async () => {
    const { database, mollie } = payments;
    // Opened checkouts are due at every poll.
    const deps = Object.assign(payments.deps, { sweepIntervalMs: 0 });
    const orders = Array.from({ length: 30 }, () => newOrder());
    for (const order of orders) {
      const payment = await ensurePayment(database, order);
      const attempt = payment && (await createAttempt(database, payment));
      assert.ok(attempt);
      await makeCheckout(deps, payment, attempt);
    }
    await database.attempt.updateMany({
      where: { paymentId: { notIn: orders.map(({ paymentId }) => paymentId) } },
      data: { nextRefreshAt: new Date(Date.now() + DAY_MS) },
    });
    const [first, second] = orders;
    assert.ok(first && second);
    const requestsOfPoll = async () => {
      const before = mollie.requests.length;
      await payments.work();
      return mollie.requests.length - before;
    };
    await payments.work();
    assert.equal(await requestsOfPoll(), 0);
    assert.equal((await openCheckout(deps, first)).state, 'payable');
    assert.deepEqual(
      [await requestsOfPoll(), await requestsOfPoll()],
      [1, 1],
      'the guest may be paying, so each poll asks the provider',
    );
    await payments.expireHold(second);
    await requestsOfPoll();
    assert.equal((await payments.attemptsOf(second))[0]?.status, 'canceled');
    payments.deps.sweepIntervalMs = 15_000;
  });

  it('is claimed up to a share per venue, so that a venue with thousands of jobs does not delay others', async () => {
    const { database, open } = payments;
    const { of, order } = await open();
    await database.$executeRaw`UPDATE payment.attempt SET next_refresh_at = now() + interval '1 day'`;
    await database.$executeRaw`
      INSERT INTO payment.account (venue_id, id, provider, credentials, provider_account, mode, carries_fee, fee_basis_points, fee_fixed_cents)
      VALUES (2, gen_random_uuid(), 'mollie', 's1.x', 'pfl_2', 'test', false, 0, 0)`;
    await database.$executeRaw`
      INSERT INTO payment.payment (venue_id, id, booking_id, amount_cents, fee_cents, description, locale, hold_until, next_look_at)
      SELECT 2, gen_random_uuid(), n, 2500, 0, '', 'nl', now() + interval '1 hour', now() + interval '1 hour' FROM generate_series(1, 1000) n`;
    await database.$executeRaw`
      INSERT INTO payment.attempt (venue_id, id, payment_id, account_id, number, amount_cents, fee_cents, provider_id, webhook_token, return_token, next_refresh_at)
      SELECT 2, gen_random_uuid(), p.id, a.id, 1, 2500, 0, 'tr_' || p.booking_id, p.id::text, p.id::text, now() - interval '1 hour'
      FROM payment.payment p JOIN payment.account a ON a.venue_id = p.venue_id WHERE p.venue_id = 2`;
    await database.attempt.update({
      where: { id: of.attemptId },
      data: { nextRefreshAt: new Date(Date.now() - 1000) },
    });
    const limits = { limit: 256, share: 16 };
    const claimed = await claimJobs(payments.deps, { ...limits, running: [] });
    assert.ok(
      claimed.some(({ id }) => id === of.attemptId),
      `booking ${order.bookingId}`,
    );
    assert.equal(claimed.filter(({ venueId }) => venueId === 2).length, 16);
    assert.deepEqual(
      await claimJobs(payments.deps, { ...limits, running: claimed }),
      [],
      'the share of the venue is under way',
    );
  });

  it('is found by indexes, however long the tables are', async () => {
    const literal = (value: unknown) => (Array.isArray(value) ? `'{}'` : `'${value}'`);
    const tables = await sequentiallyScannedTables(payments.database, (sql) => {
      const $queryRaw = (parts: TemplateStringsArray, ...values: unknown[]) =>
        sql.$queryRawUnsafe(parts.reduce((text, part, at) => text + literal(values[at - 1]) + part));
      const database = { $queryRaw } as unknown as PaymentDatabase;
      return claimJobs({ database }, { limit: 256, share: 16, running: [] });
    });
    assert.deepEqual(tables, []);
  });
});
