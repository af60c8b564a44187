import { appendEvents } from '@venue-booking/kit/events/outbox';
import { event } from '@venue-booking/proto/events';
import { BANK } from '@venue-booking/proto/payment';
import { v7 as newId, validate } from 'uuid';
import { noteAttention } from './attention.ts';
import { byKey, type PaymentTx } from './database.ts';
import type { Refund } from './gen/prisma/client.ts';
import type { LockedAttempt } from './paymentStore.ts';
import type { RemotePayment, RemoteRefund } from './provider.ts';
import { amountText } from './settle.ts';

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
    else if (remote.status !== 'failed') {
      await noteElsewhere(tx, attempt, { ...remote, actor: 'provider' });
      await noteAttention(tx, attempt, {
        kind: 'refund_elsewhere',
        subject: remote.id,
        detail: `${amountText(remote.amountCents)} were given back at the provider, not by us (${remote.id})`,
      });
    }
  }
}

/**
 * Brings our books up to what the payer's bank has by the provider, but for what went back otherwise: never
 * more is gone than came in. Said again, it changes nothing. The payment must be locked.
 */
export async function followBank(tx: PaymentTx, attempt: LockedAttempt, said: RemotePayment): Promise<void> {
  if (said.chargedBackCents === 0 && attempt.refundedCents === 0n) return;
  const { capturedCents, refundedCents, refunds } = await tx.attempt.findUniqueOrThrow({
    where: byKey(attempt.venueId, attempt.id),
    include: { refunds: { where: { actor: BANK, status: { not: 'failed' } }, orderBy: { id: 'desc' } } },
  });
  const taken = refunds.reduce((sum, { amountCents }) => sum + Number(amountCents), 0);
  let more = Math.min(said.chargedBackCents - taken, Number(capturedCents - refundedCents));
  for (const refund of refunds) {
    if (more >= 0) break;
    await moveRefund(tx, attempt, refund, { id: said.id, status: 'failed' });
    more += Number(refund.amountCents);
  }
  if (more > 0)
    await noteElsewhere(tx, attempt, { id: said.id, amountCents: more, status: 'succeeded', actor: BANK });
}

type Elsewhere = Omit<RemoteRefund, 'reference'> & Pick<Refund, 'actor'>;

/** A refund that was not asked for here, for example in the provider's own dashboard: our books follow. */
async function noteElsewhere(tx: PaymentTx, attempt: LockedAttempt, remote: Elsewhere): Promise<void> {
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
  const refund = await tx.refund.create({
    data: {
      venueId,
      id: newId(),
      attemptId,
      amountCents: remote.amountCents,
      // What did not pay the booking leaves it as paid as it was.
      reason: paidBy === attemptId ? 'owner' : 'duplicate',
      actor: remote.actor,
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
 * The money stays, or comes back: it is no longer set aside, and a person has to look at what a bank did not
 * have. Booking hears of it where it was told that the money was on its way. The row says `failed` already.
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
  if (refund.actor === BANK) return;
  await noteAttention(tx, attempt, {
    kind: 'refund_failed',
    subject: refund.id,
    detail: `${amountText(refund.amountCents)} could not be given back: ${reason}`,
  });
}
