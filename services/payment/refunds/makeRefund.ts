import { byKey } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import { recordAttention } from '../payments/attention.ts';
import { lockAttempt } from '../payments/paymentStore.ts';
import { amountText } from '../payments/settle.ts';
import { callProvider } from '../providers/callProvider.ts';
import { ProviderError } from '../providers/provider.ts';
import { advanceRefund, failRefund } from './remoteRefunds.ts';

/**
 * Makes a refund at the provider. Idempotent, because the refund's id is the idempotency key.
 * @throws ProviderError while the provider is unavailable or rejects the credentials; the job is retried
 * until it succeeds, and rejected credentials also need a person
 */
export async function makeRefund(
  deps: PaymentDeps,
  { venueId, refundId }: { venueId: number; refundId: string },
): Promise<void> {
  const { database, wakeRelay, wakeWorker, measured, log } = deps;
  const refund = await database.refund.findUniqueOrThrow({
    where: byKey(venueId, refundId),
    include: { attempt: { include: { account: true, payment: true } } },
  });
  const { attempt, attemptId } = refund;
  const about = { venueId, id: attemptId, bookingId: attempt.payment.bookingId };
  if (refund.status !== 'requested') return;
  if (attempt.providerId === null)
    throw new Error('cannot refund an attempt that has no checkout at the provider');
  const order = {
    paymentId: attempt.providerId,
    refundId,
    amountCents: Number(refund.amountCents),
    description: attempt.payment.description,
  };
  try {
    const remote = await callProvider(deps, attempt.account, (account) => account.refund(order));
    await database.$transaction(async (tx) => {
      const locked = await lockAttempt(tx, { venueId, attemptId });
      const now = await tx.refund.findUniqueOrThrow({ where: byKey(venueId, refundId) });
      await advanceRefund(tx, locked, now, remote);
    });
    measured.refund(remote.status === 'failed' ? 'refused' : 'accepted');
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === 'unauthorized')
      await recordAttention(database, about, {
        kind: 'refund_failed',
        subject: `${refundId} not let in`,
        detail: `${amountText(order.amountCents)} can not be given back yet: ${error.message}`,
      });
    if (error.kind !== 'refused') throw error;
    log.warn({ refundId, reason: error.message }, 'provider rejected the refund');
    measured.refund('refused');
    await database.$transaction(async (tx) => {
      const locked = await lockAttempt(tx, { venueId, attemptId });
      const { count } = await tx.refund.updateMany({
        where: { venueId, id: refundId, status: 'requested' },
        data: { status: 'failed' },
      });
      if (count === 1) await failRefund(tx, locked, refund, error.message);
    });
  }
  wakeRelay();
  // To refresh the attempt, if the refund has ended.
  wakeWorker();
}
