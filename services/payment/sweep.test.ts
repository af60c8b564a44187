import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { makeCheckout } from './makeCheckout.ts';
import { openCheckout } from './openCheckout.ts';
import { ensurePayment, newAttempt } from './paymentStore.ts';
import { refundBooking } from './refundBooking.ts';
import { sweepPayments } from './sweep.ts';
import { type MolliePayments, openMolliePayments } from './testing/testMollie.ts';
import { newOrder } from './testing/testPayments.ts';

const DAY_MS = 24 * 3600_000;

describe('the sweep', () => {
  let payments: MolliePayments;
  before(async () => {
    payments = await openMolliePayments();
  });
  beforeEach(() => payments.mollie.faults.clear());
  after(() => payments.close());

  const sweep = () => sweepPayments(payments.deps, 15_000);
  const attentionOf = async (bookingId: number) =>
    (await payments.database.attention.findMany({ where: { bookingId } })).map(({ kind }) => kind);
  /** When an attempt is looked at next, in ms from now. */
  const nextLook = async (id: string) =>
    (await payments.database.attempt.findUniqueOrThrow({ where: { id } })).nextRefreshAt.getTime() -
    Date.now();

  it('asks about what was paid as well, as a bank may take it back and nobody tells', async () => {
    const { order, of, id } = await payments.paid();
    await payments.mollie.chargeBack(id, 2500);
    await payments.makeDue();
    await sweep();
    await payments.work();
    assert.deepEqual(await attentionOf(order.bookingId), ['chargeback']);
    assert.ok((await nextLook(of.attemptId)) > 3000_000, 'not at every sweep');
  });

  it('asks the less often the older a payment is, and in the end no more', async () => {
    const { database } = payments;
    const { of } = await payments.paid();
    const looks: number[] = [];
    for (const days of [0, 1, 30, 400]) {
      const createdAt = new Date(Date.now() - days * DAY_MS);
      await database.attempt.update({
        where: { id: of.attemptId },
        data: { createdAt, paidAt: createdAt, nextRefreshAt: new Date(0) },
      });
      await sweep();
      looks.push(Math.round((await nextLook(of.attemptId)) / 3600_000));
    }
    assert.deepEqual(looks.slice(0, 3), [1, 12, 168]);
    assert.ok((looks[3] ?? 0) > 50 * 365 * 24);
  });

  it('finds a refund that the provider lets fail in silence', async () => {
    const { database, deps, mollie } = payments;
    const { order, of } = await payments.paid();
    await refundBooking(deps, { venueId: 1, bookingId: order.bookingId, actor: 'operator' });
    await payments.work();
    const [refund] = await payments.refundsOf(order);
    assert.equal(refund?.status, 'pending');
    await mollie.failRefund(refund.providerId ?? '');
    // Only the refund is due, not the attempt that it belongs to.
    await database.attempt.updateMany({ data: { nextRefreshAt: new Date(Date.now() + DAY_MS) } });
    await database.refund.update({ where: { id: refund.id }, data: { nextTryAt: new Date(0) } });
    await sweep();
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

  it('asks soon again about what a provider told of and then did not answer about', async () => {
    const { of } = await payments.paid();
    await payments.makeDue();
    await sweep();
    payments.mollie.faults.add({ act: 'status', status: 503, times: 20 });
    assert.notEqual(await payments.work(), 0);
    assert.ok((await nextLook(of.attemptId)) <= 60_000);
  });

  it('asks nothing about a checkout that no guest was sent to, until its hold is over', async () => {
    const { database, deps, mollie } = payments;
    const orders = Array.from({ length: 30 }, () => newOrder());
    for (const order of orders) {
      const payment = await ensurePayment(database, order);
      const attempt = payment && (await newAttempt(database, payment));
      assert.ok(attempt);
      await makeCheckout(deps, payment, attempt);
    }
    await database.attempt.updateMany({
      where: { paymentId: { notIn: orders.map(({ paymentId }) => paymentId) } },
      data: { nextRefreshAt: new Date(Date.now() + DAY_MS) },
    });
    const [first, second] = orders;
    assert.ok(first && second);
    const asked = async () => {
      const before = mollie.requests.length;
      await sweepPayments(deps, 0);
      await payments.work();
      return mollie.requests.length - before;
    };
    await payments.work();
    assert.equal(await asked(), 0);
    assert.equal((await openCheckout(deps, first)).state, 'payable');
    assert.deepEqual(
      [await asked(), await asked()],
      [1, 1],
      'the guest may be paying, so it is asked each time',
    );
    await payments.runOut(second);
    await asked();
    assert.equal((await payments.attemptsOf(second))[0]?.status, 'canceled');
  });

  it('takes a share of each account, so that a venue with thousands leaves room for the others', async () => {
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
    const before = (await payments.queued('refresh_requested')).length;
    await sweep();
    const queued = (await payments.queued('refresh_requested')).slice(before);
    assert.ok(
      queued.some(({ attemptId }) => attemptId === of.attemptId),
      `booking ${order.bookingId}`,
    );
    assert.ok(queued.length > 50 && queued.length <= 200);
  });
});
