import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { linkAccount } from '../accounts/accounts.ts';
import { openCheckout } from '../checkout/openCheckout.ts';
import { lockPaidBy } from '../payments/paymentStore.ts';
import { decideSandboxCheckout } from '../providers/sandbox/page.ts';
import { refreshPayment } from '../reconcile/refreshPayment.ts';
import { newOrder, openTestPayments, type TestPayments } from '../testing/testPayments.ts';
import { requestRefund } from './requestRefund.ts';

describe('a refund', () => {
  let payments: TestPayments;
  beforeAll(async () => {
    payments = await openTestPayments();
    await linkAccount(payments.deps, 1, {
      provider: 'sandbox',
      credentials: {},
      platform_fee_percent: 0,
      platform_fee_fixed_eur: 0,
    });
  });
  afterAll(() => payments.close());

  /** An attempt that was paid with 25 euro. */
  const paid = async () => {
    const { deps, database } = payments;
    const order = newOrder();
    await openCheckout(deps, order);
    const { id: attemptId, providerId } = await database.attempt.findFirstOrThrow({
      where: { paymentId: order.paymentId },
    });
    await decideSandboxCheckout(deps, { id: providerId ?? '', outcome: 'paid' });
    await refreshPayment(deps, { venueId: 1, attemptId });
    return { venueId: 1, attemptId, bookingId: order.bookingId };
  };
  const refund = (
    of: { venueId: number; attemptId: string; bookingId: number },
    amountCents?: number,
    lock = true,
  ) =>
    payments.database.$transaction(async (tx) => {
      if (lock) await lockPaidBy(tx, of);
      return requestRefund(tx, { ...of, reason: 'owner', actor: 'operator', amountCents });
    });
  const reserved = async ({ attemptId }: { attemptId: string }) => {
    const { refundedCents } = await payments.database.attempt.findUniqueOrThrow({ where: { id: attemptId } });
    const { _sum } = await payments.database.refund.aggregate({
      _sum: { amountCents: true },
      where: { attemptId },
    });
    assert.equal(_sum.amountCents ?? 0n, refundedCents);
    return Number(refundedCents);
  };

  it('is of all that is left if no amount is given, and of nothing after that', async () => {
    const of = await paid();
    assert.equal(await refund(of, 700), true);
    assert.equal(await refund(of), true);
    assert.equal(await reserved(of), 2500);
    assert.equal(await refund(of), false);
    assert.equal(await refund(of, 1), false);
    assert.equal(await reserved(of), 2500);
  });

  it('never exceeds the captured amount under concurrency, with or without the lock', async () => {
    for (const lock of [true, false]) {
      const of = await paid();
      const outcomes = await Promise.all(Array.from({ length: 12 }, () => refund(of, 400, lock)));
      assert.equal(outcomes.filter(Boolean).length, 6);
      assert.equal(await reserved(of), 2400);
    }
  });

  it('is rejected by the database if it reserves more than was captured', async () => {
    const { attemptId } = await paid();
    await assert.rejects(
      payments.database.attempt.update({ where: { id: attemptId }, data: { refundedCents: 2501 } }),
    );
  });

  it('of an unpaid attempt is rejected', async () => {
    const order = newOrder();
    await openCheckout(payments.deps, order);
    const { id: attemptId } = await payments.database.attempt.findFirstOrThrow({
      where: { paymentId: order.paymentId },
    });
    assert.equal(await refund({ venueId: 1, attemptId, bookingId: order.bookingId }), false);
  });
});

describe('a stored statement of a provider', () => {
  it('cannot be changed or deleted', async () => {
    const payments = await openTestPayments();
    try {
      for (const statement of [
        'UPDATE payment.statement SET status = status',
        'DELETE FROM payment.statement',
      ])
        await assert.rejects(payments.database.$executeRawUnsafe(statement), statement);
    } finally {
      await payments.close();
    }
  });
});
