import { appendEvents } from '@venue-booking/kit/events/outbox';
import { event } from '@venue-booking/proto/events';
import { type PaymentStatus, paymentStatusesBefore } from '@venue-booking/proto/paymentStatus';
import { noteAttention } from './attention.ts';
import type { PaymentTx } from './database.ts';
import type { PaymentDeps } from './deps.ts';
import { type AttemptRef, type LockedAttempt, lockAttempt } from './paymentStore.ts';
import type { RemotePayment } from './provider.ts';
import { noteRemoteRefunds } from './remoteRefunds.ts';
import { requestRefund } from './requestRefund.ts';
import { type Consequence, consequenceOf } from './settle.ts';

/**
 * Writes down what a provider says of an attempt, then what follows from it, in one transaction under the
 * payment's lock: however often and from wherever it is said, it takes effect once.
 */
export async function recordStatement(
  { database, wakeRelay, wakeWorker, measured }: RecordDeps,
  of: AttemptRef,
  said: RemotePayment,
): Promise<void> {
  const consequence = await database.$transaction(async (tx) => {
    const attempt = await lockAttempt(tx, of);
    await keepStatement(tx, attempt, said);
    return follow(tx, attempt, said);
  });
  measured.settled(consequence);
  wakeRelay();
  // Its money goes back.
  if (consequence.is === 'paid twice') wakeWorker();
}

type RecordDeps = Pick<PaymentDeps, 'database' | 'wakeRelay' | 'wakeWorker' | 'measured'>;

/** Kept when it says something new. */
async function keepStatement(
  tx: PaymentTx,
  { venueId, id }: LockedAttempt,
  {
    id: providerId,
    status,
    amountCents,
    currency,
    mode,
    reference,
    refunds,
    chargedBackCents,
  }: RemotePayment,
): Promise<void> {
  const standing = refunds.filter((refund) => refund.status !== 'failed');
  const refundedCents = standing.reduce((sum, refund) => sum + refund.amountCents, 0);
  await tx.$executeRaw`
    WITH said (provider_id, status, amount_cents, currency, mode, reference, refunded_cents, charged_back_cents) AS (
      VALUES (${providerId}, ${status}, ${amountCents}::bigint, ${currency}, ${mode}, ${reference}::text,
        ${refundedCents}::bigint, ${chargedBackCents}::bigint)
    ),
    last AS (
      SELECT provider_id, status, amount_cents, currency, mode, reference, refunded_cents, charged_back_cents
      FROM payment.statement WHERE venue_id = ${venueId} AND attempt_id = ${id}::uuid ORDER BY seq DESC LIMIT 1
    )
    INSERT INTO payment.statement (venue_id, attempt_id,
      provider_id, status, amount_cents, currency, mode, reference, refunded_cents, charged_back_cents)
    SELECT ${venueId}, ${id}::uuid, fresh.* FROM (TABLE said EXCEPT TABLE last) AS fresh`;
}

async function follow(tx: PaymentTx, attempt: LockedAttempt, said: RemotePayment): Promise<Consequence> {
  const { venueId, id, payment } = attempt;
  const consequence = consequenceOf(
    {
      id,
      providerId: attempt.providerId,
      status: attempt.status as PaymentStatus,
      amountCents: Number(attempt.amountCents),
      capturedCents: Number(attempt.capturedCents),
      mode: attempt.account.mode,
      paidByAnother: payment.paidBy !== null && payment.paidBy !== id,
    },
    said,
  );
  const about = { venueId, bookingId: payment.bookingId, attemptId: id };
  if (consequence.is === 'mismatch') {
    const { detail } = consequence;
    await noteAttention(tx, { ...about, kind: 'payment_mismatch', subject: `${id} ${detail}`, detail });
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
  await noteRemoteRefunds(tx, attempt, said.refunds);
  if (said.chargedBackCents > 0)
    await noteAttention(tx, {
      ...about,
      kind: 'chargeback',
      subject: `${id} ${said.chargedBackCents}`,
      detail: `the payer's bank took back ${(said.chargedBackCents / 100).toFixed(2)} EUR of ${said.id}`,
    });
  return consequence;
}

/** The money is in the books from here on. */
async function capture(
  tx: PaymentTx,
  { venueId, id, amountCents, payment }: LockedAttempt,
  { paysBooking }: { paysBooking: boolean },
): Promise<void> {
  const status = { in: paymentStatusesBefore('paid') };
  await tx.attempt.update({
    where: { venueId_id: { venueId, id }, status, capturedCents: 0 },
    data: { status: 'paid', capturedCents: amountCents, paidAt: new Date() },
  });
  if (!paysBooking) return;
  await tx.payment.update({
    where: { venueId_id: { venueId, id: payment.id }, status, paidBy: null },
    data: { status: 'paid', paidBy: id },
  });
  const { id: paymentId, bookingId } = payment;
  await appendEvents(tx, 'payment', [
    event('events.payment.payment_paid', { venueId, paymentId, bookingId, attemptId: id, amountCents }),
  ]);
}
