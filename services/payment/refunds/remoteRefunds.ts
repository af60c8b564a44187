import { appendEvents } from '@venue-booking/kit/events/outbox';
import { event } from '@venue-booking/proto/events';
import { BANK } from '@venue-booking/proto/payment/payment';
import { v7 as newId, validate } from 'uuid';
import { byKey, type PaymentTx } from '../database.ts';
import type { Refund } from '../gen/prisma/client.ts';
import { recordAttention } from '../payments/attention.ts';
import type { LockedAttempt } from '../payments/paymentStore.ts';
import { amountText } from '../payments/settle.ts';
import type { RemotePayment, RemoteRefund } from '../providers/provider.ts';
import { FEE_SHARE, feeOutcome } from './feeShare.ts';

/** Updates our refunds of an attempt to the state that the provider reports. The payment must be locked. */
export async function applyRemoteRefunds(
  tx: PaymentTx,
  attempt: LockedAttempt,
  reported: readonly RemoteRefund[],
): Promise<void> {
  const { venueId, id: attemptId } = attempt;
  for (const remote of reported) {
    const isOurs = remote.reference !== null && validate(remote.reference);
    const refund = await tx.refund.findFirst({
      where: {
        venueId,
        attemptId,
        OR: [
          { providerId: remote.id },
          // Matches only a requested refund. Another refund with the same reference counts as made elsewhere.
          ...(isOurs ? [{ id: remote.reference ?? '', providerId: null, status: 'requested' }] : []),
        ],
      },
    });
    if (refund) await advanceRefund(tx, attempt, refund, remote);
    else if (remote.status !== 'failed') {
      await recordExternalRefund(tx, attempt, { ...remote, actor: 'provider' });
      await recordAttention(tx, attempt, {
        kind: 'refund_elsewhere',
        subject: remote.id,
        detail: `${amountText(remote.amountCents)} were given back at the provider, not by us (${remote.id})`,
      });
    }
  }
}

/**
 * Updates our books to the amount that the payer's bank has charged back, at most what is not refunded
 * otherwise. Idempotent. The payment must be locked.
 */
export async function applyChargebacks(
  tx: PaymentTx,
  attempt: LockedAttempt,
  reported: RemotePayment,
): Promise<void> {
  if (reported.chargedBackCents === 0 && attempt.refundedCents === 0n) return;
  const { capturedCents, refundedCents, refunds } = await tx.attempt.findUniqueOrThrow({
    where: byKey(attempt.venueId, attempt.id),
    include: { refunds: { where: { actor: BANK, status: { not: 'failed' } }, orderBy: { id: 'desc' } } },
  });
  const booked = refunds.reduce((sum, { amountCents }) => sum + Number(amountCents), 0);
  let more = Math.min(reported.chargedBackCents - booked, Number(capturedCents - refundedCents));
  for (const refund of refunds) {
    if (more >= 0) break;
    await advanceRefund(tx, attempt, refund, { id: reported.id, status: 'failed' });
    more += Number(refund.amountCents);
  }
  if (more > 0)
    await recordExternalRefund(tx, attempt, {
      id: reported.id,
      amountCents: more,
      status: 'succeeded',
      actor: BANK,
    });
}

type ExternalRefund = Omit<RemoteRefund, 'reference'> & Pick<Refund, 'actor'>;

/** Records a refund that was not requested here, for example one made in the provider's own dashboard. */
async function recordExternalRefund(
  tx: PaymentTx,
  attempt: LockedAttempt,
  remote: ExternalRefund,
): Promise<void> {
  const { venueId, id: attemptId, paidBy } = attempt;
  const { count } = await tx.attempt.updateMany({
    where: {
      venueId,
      id: attemptId,
      capturedCents: { gt: 0 },
      refundedCents: { lte: attempt.amountCents - BigInt(remote.amountCents) },
    },
    data: { refundedCents: { increment: remote.amountCents } },
  });
  if (count === 0) return;
  const [fee] = await tx.$queryRaw<Pick<Refund, 'feeCents' | 'feeOutcome'>[]>`
    SELECT ${FEE_SHARE} AS "feeCents", ${feeOutcome(remote.actor)} AS "feeOutcome" FROM payment.attempt a
    WHERE a.venue_id = ${venueId} AND a.id = ${attemptId}::uuid`;
  const refund = await tx.refund.create({
    data: {
      ...fee,
      venueId,
      id: newId(),
      attemptId,
      amountCents: remote.amountCents,
      // A refund of a duplicate payment does not change how much of the booking is paid.
      reason: paidBy === attemptId ? 'owner' : 'duplicate',
      actor: remote.actor,
      providerId: remote.id,
    },
  });
  await advanceRefund(tx, attempt, refund, remote);
}

/** Moves a refund forward to the provider's status, never backwards. The payment must be locked. */
export async function advanceRefund(
  tx: PaymentTx,
  attempt: LockedAttempt,
  refund: Refund,
  remote: Pick<RemoteRefund, 'id' | 'status'>,
): Promise<void> {
  const { venueId, id } = refund;
  const { count } = await tx.refund.updateMany({
    where: { venueId, id, status: { in: earlierStatuses[remote.status] } },
    data: { status: remote.status, providerId: remote.id },
  });
  if (count === 0) return;
  if (remote.status === 'failed')
    return failRefund(tx, attempt, refund, 'the provider could not carry it out');
  if (remote.status === 'succeeded' && isRequestedHere(refund)) await refreshSoon(tx, attempt);
  if (refund.status === 'requested') await acceptRefund(tx, attempt, refund);
}

/**
 * Makes an attempt due to be refreshed. While our refund reserved its money, the books had no room for a
 * refund from the provider's own dashboard.
 */
const refreshSoon = (tx: PaymentTx, { venueId, id }: LockedAttempt) => tx.$executeRaw`
  UPDATE payment.attempt SET refresh_wanted = true, next_refresh_at = now()
  WHERE venue_id = ${venueId} AND id = ${id}::uuid`;

const isRequestedHere = ({ actor }: Refund): boolean => actor !== BANK && actor !== 'provider';

const earlierStatuses: Record<RemoteRefund['status'], string[]> = {
  pending: ['requested'],
  succeeded: ['requested', 'pending'],
  failed: ['requested', 'pending', 'succeeded'],
};

/** From here on, the money is on its way to the guest. */
async function acceptRefund(tx: PaymentTx, attempt: LockedAttempt, refund: Refund): Promise<void> {
  const { venueId, id: attemptId, paymentId } = attempt;
  const { _sum } = await tx.refund.aggregate({
    _sum: { amountCents: true },
    where: { venueId, attemptId, status: { in: ['pending', 'succeeded'] } },
  });
  const isAll = (_sum.amountCents ?? 0n) >= attempt.amountCents;
  const inFull = isAll && attempt.paidBy === attemptId;
  if (isAll) await tx.attempt.update({ where: byKey(venueId, attemptId), data: { status: 'refunded' } });
  if (inFull) await tx.payment.update({ where: byKey(venueId, paymentId), data: { status: 'refunded' } });
  await publishRefund(tx, attempt, refund, { inFull });
}

const publishRefund = (
  tx: PaymentTx,
  { venueId, paymentId, bookingId }: LockedAttempt,
  { id: refundId, amountCents, reason, actor }: Refund,
  outcome: { inFull: boolean } | { failed: true },
) =>
  appendEvents(tx, 'payment', [
    event('events.payment.payment_refunded', {
      ...{ venueId, paymentId, bookingId, refundId, amountCents, reason, actor },
      ...outcome,
    }),
  ]);

const publishRejection = (
  tx: PaymentTx,
  { venueId, paymentId, bookingId }: LockedAttempt,
  { id: refundId, amountCents, reason }: Refund,
) =>
  appendEvents(tx, 'payment', [
    event('events.payment.payment_refund_rejected', {
      ...{ venueId, paymentId, bookingId, refundId, amountCents, reason },
    }),
  ]);

/**
 * Releases the reserved money of a failed refund, which stays with the venue or returns to it. Unless it was
 * a chargeback, a person must look at it. The provider is asked again at once: refunds that it made instead
 * may have room now. The row's status is already `failed`.
 */
export async function failRefund(
  tx: PaymentTx,
  attempt: LockedAttempt,
  refund: Refund,
  reason: string,
): Promise<void> {
  const { venueId, id: attemptId, paymentId } = attempt;
  await tx.attempt.update({
    where: byKey(venueId, attemptId),
    data: { refundedCents: { decrement: refund.amountCents }, status: 'paid' },
  });
  await tx.payment.updateMany({
    where: { venueId, id: paymentId, paidBy: attemptId, status: 'refunded' },
    data: { status: 'paid' },
  });
  await refreshSoon(tx, attempt);
  if (refund.status !== 'requested') await publishRefund(tx, attempt, refund, { failed: true });
  else await publishRejection(tx, attempt, refund);
  if (refund.actor === BANK) return;
  await recordAttention(tx, attempt, {
    kind: 'refund_failed',
    subject: refund.id,
    detail: `${amountText(refund.amountCents)} could not be given back: ${reason}`,
  });
}
