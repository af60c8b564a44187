import { appendEvents } from '@venue-booking/kit/events/outbox';
import { event } from '@venue-booking/proto/events';
import { v7 as newId, validate } from 'uuid';
import { noteAttention } from './attention.ts';
import { byKey, type PaymentTx } from './database.ts';
import type { Refund } from './gen/prisma/client.ts';
import type { LockedAttempt } from './paymentStore.ts';
import type { RemoteRefund } from './provider.ts';

/** Brings our refunds of an attempt up to what the provider says of them. The payment must be locked. */
export async function noteRemoteRefunds(
  tx: PaymentTx,
  attempt: LockedAttempt,
  said: readonly RemoteRefund[],
): Promise<void> {
  const { venueId, id: attemptId } = attempt;
  for (const remote of said) {
    const isOurs = remote.reference !== null && validate(remote.reference);
    const refund = await tx.refund.findFirst({
      where: {
        venueId,
        attemptId,
        OR: [
          { providerId: remote.id },
          // One that is noted as ours a second time, or after all, is as good as made elsewhere.
          ...(isOurs ? [{ id: remote.reference ?? '', providerId: null, status: 'requested' }] : []),
        ],
      },
    });
    if (refund) await moveRefund(tx, attempt, refund, remote);
    else if (remote.status !== 'failed') await noteElsewhere(tx, attempt, remote);
  }
}

/**
 * A refund that was not asked for here, for example in the provider's own dashboard: our books follow, and a
 * person hears of it.
 */
async function noteElsewhere(tx: PaymentTx, attempt: LockedAttempt, remote: RemoteRefund): Promise<void> {
  const { venueId, id: attemptId } = attempt;
  const { count } = await tx.attempt.updateMany({
    where: {
      venueId,
      id: attemptId,
      capturedCents: { gt: 0 },
      refundedCents: { lte: attempt.amountCents - BigInt(remote.amountCents) },
    },
    data: { refundedCents: { increment: remote.amountCents } },
  });
  await noteAttention(tx, attempt, {
    kind: 'refund_elsewhere',
    subject: remote.id,
    detail: `${(remote.amountCents / 100).toFixed(2)} EUR were given back at the provider, not by us (${remote.id})`,
  });
  if (count === 0) return;
  const refund = await tx.refund.create({
    data: {
      venueId,
      id: newId(),
      attemptId,
      amountCents: remote.amountCents,
      reason: 'owner',
      actor: 'provider',
      providerId: remote.id,
    },
  });
  await moveRefund(tx, attempt, refund, remote);
}

/** Moves one refund on to where the provider has it; backwards never. The payment must be locked. */
export async function moveRefund(
  tx: PaymentTx,
  attempt: LockedAttempt,
  refund: Refund,
  remote: Pick<RemoteRefund, 'id' | 'status'>,
): Promise<void> {
  const { venueId, id } = refund;
  const { count } = await tx.refund.updateMany({
    where: { venueId, id, status: { in: before[remote.status] } },
    data: { status: remote.status, providerId: remote.id },
  });
  if (count === 0) return;
  if (remote.status === 'failed')
    return failRefund(tx, attempt, refund, 'the provider could not carry it out');
  if (refund.status === 'requested') await takenOn(tx, attempt, refund);
}

const before: Record<RemoteRefund['status'], string[]> = {
  pending: ['requested'],
  succeeded: ['requested', 'pending'],
  failed: ['requested', 'pending', 'succeeded'],
};

/** From here on the money is on its way to the guest. */
async function takenOn(tx: PaymentTx, attempt: LockedAttempt, refund: Refund): Promise<void> {
  const { venueId, id: attemptId, paymentId } = attempt;
  const { _sum } = await tx.refund.aggregate({
    _sum: { amountCents: true },
    where: { venueId, attemptId, status: { in: ['pending', 'succeeded'] } },
  });
  const isAll = (_sum.amountCents ?? 0n) >= attempt.amountCents;
  const inFull = isAll && attempt.paidBy === attemptId;
  if (isAll) await tx.attempt.update({ where: byKey(venueId, attemptId), data: { status: 'refunded' } });
  if (inFull) await tx.payment.update({ where: byKey(venueId, paymentId), data: { status: 'refunded' } });
  await announce(tx, attempt, refund, { inFull });
}

const announce = (
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

/**
 * The money stays, or comes back: it is no longer set aside, and a person has to look. Booking hears of it
 * where it was told that the money was on its way. The refund's row says `failed` already.
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
  if (refund.status !== 'requested') await announce(tx, attempt, refund, { failed: true });
  await noteAttention(tx, attempt, {
    kind: 'refund_failed',
    subject: refund.id,
    detail: `${(Number(refund.amountCents) / 100).toFixed(2)} EUR could not be given back: ${reason}`,
  });
}
