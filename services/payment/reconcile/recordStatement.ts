import { paymentStatusesBefore } from '@venue-booking/domain/payment/paymentTransitions';
import { currentTraceparent } from '@venue-booking/kit/tracing/spans';
import { event } from '@venue-booking/proto/events';
import type { PaymentTx } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { recordAttention } from '../payments/attention.ts';
import { type AttemptRef, type LockedAttempt, lockAttempt } from '../payments/paymentStore.ts';
import { amountText, type Consequence, consequenceOf } from '../payments/settle.ts';
import { insertStatement } from '../payments/statements.ts';
import type { RemotePayment } from '../providers/provider.ts';
import { applyChargebacks, applyRemoteRefunds } from '../refunds/remoteRefunds.ts';
import { requestRefund } from '../refunds/requestRefund.ts';

/**
 * Stores a provider's statement about an attempt and applies its consequence, in one transaction under the
 * payment's lock. A repeated statement has no further effect.
 */
export async function recordStatement(
  { database, wakeRelay, wakeWorker, measured }: PaymentDeps,
  of: AttemptRef,
  reported: RemotePayment,
): Promise<void> {
  const consequence = await database.$transaction(async (tx) => {
    const attempt = await lockAttempt(tx, of);
    const row = Prisma.sql`(SELECT ${of.venueId}::integer AS venue_id, ${of.attemptId}::uuid AS id)`;
    await tx.$executeRaw(insertStatement(reported, row));
    return applyStatement(tx, attempt, reported);
  });
  measured.settled(consequence);
  wakeRelay();
  // The duplicate payment is due to be refunded.
  if (consequence.is === 'paid twice') wakeWorker();
}

async function applyStatement(
  tx: PaymentTx,
  attempt: LockedAttempt,
  reported: RemotePayment,
): Promise<Consequence> {
  const { venueId, id } = attempt;
  const consequence = consequenceOf(attempt, reported);
  if (consequence.is === 'mismatch') {
    const { detail } = consequence;
    await recordAttention(tx, attempt, { kind: 'payment_mismatch', subject: `${id} ${detail}`, detail });
    return consequence;
  }
  if (consequence.is === 'ended')
    await tx.attempt.updateMany({
      where: { venueId, id, status: 'open' },
      data: { status: consequence.status },
    });
  if (consequence.is === 'paid') await capture(tx, attempt, { paysBooking: true });
  if (consequence.is === 'paid twice') {
    await capture(tx, attempt, { paysBooking: false });
    await requestRefund(tx, { venueId, attemptId: id, reason: 'duplicate', actor: 'system' });
  }
  const now = consequence.is === 'paid' ? { ...attempt, paidBy: id } : attempt;
  await applyRemoteRefunds(tx, now, reported.refunds);
  await applyChargebacks(tx, now, reported);
  const returned = attempt.chargedBackCents - reported.chargedBackCents;
  // A bank that returns money may make room for refunds that were made elsewhere.
  if (returned > 0) await applyRemoteRefunds(tx, now, reported.refunds);
  const euro = (cents: number) => `${amountText(cents)} of ${reported.id}`;
  // A cancelled booking is not refunded automatically for money that the bank held at that time.
  const returnDetail = `returned ${euro(returned)}: refund it if the booking is cancelled`;
  if (returned !== 0)
    await recordAttention(tx, attempt, {
      kind: 'chargeback',
      subject: `${id} ${returned > 0 ? 'returned ' : ''}${reported.chargedBackCents}`,
      detail: `the payer's bank ${returned > 0 ? returnDetail : `took back ${euro(reported.chargedBackCents)}`}`,
    });
  return consequence;
}

/** Captures the money and publishes the event for booking, in one statement. */
async function capture(
  tx: PaymentTx,
  { venueId, id, paymentId, bookingId, amountCents }: LockedAttempt,
  { paysBooking }: { paysBooking: boolean },
): Promise<void> {
  const before = paymentStatusesBefore('paid');
  const paid = event('events.payment.payment_paid', {
    ...{ venueId, paymentId, bookingId, amountCents },
    attemptId: id,
  });
  const [done] = await tx.$queryRaw<{ captured: boolean; pays: boolean }[]>`
    WITH captured AS (
      UPDATE payment.attempt SET status = 'paid', captured_cents = amount_cents, paid_at = now()
      WHERE venue_id = ${venueId} AND id = ${id}::uuid AND status = ANY(${before}) AND captured_cents = 0
      RETURNING venue_id
    ),
    pays AS (
      UPDATE payment.payment p SET status = 'paid', paid_by = ${id}::uuid FROM captured
      WHERE ${paysBooking} AND p.venue_id = captured.venue_id AND p.id = ${paymentId}::uuid
        AND p.status = ANY(${before}) AND p.paid_by IS NULL
      RETURNING p.traceparent
    ),
    published AS (
      INSERT INTO payment.outbox (subject, payload, traceparent)
      SELECT ${paid.subject}, ${JSON.stringify(paid.payload)}::jsonb, coalesce(pays.traceparent, ${currentTraceparent()}::text) FROM pays
    )
    SELECT EXISTS (SELECT FROM captured) AS captured, EXISTS (SELECT FROM pays) AS pays`;
  // Both rows are locked, so no other transaction can have captured the money.
  if (!done?.captured || done.pays !== paysBooking) throw new Error(`attempt ${id} cannot be captured`);
}
