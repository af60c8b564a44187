import { currentTraceparent } from '@venue-booking/kit/tracing/spans';
import type { EventOf } from '@venue-booking/proto/events';
import { BANK } from '@venue-booking/proto/payment/payment';
import type { Publish } from '../core/publish.ts';
import type { BookingTx } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { amountText } from '../payments/amountText.ts';
import { afterReport, countedOf, type LaterPayment, type RefundReport } from './laterPayment.ts';
import { lockLater } from './lockLater.ts';

/**
 * Records money of a later payment. What is open counts, whatever became of the payment's link; payment
 * refunds the rest. Returns false if it is not a later payment. A repeated event changes nothing.
 */
export async function recordLaterPayment(
  { database: tx, publish }: { database: BookingTx; publish: Publish },
  event: EventOf<'events.payment.payment_paid'>,
  eventId: string,
): Promise<boolean> {
  const found = await lockLater(tx, event);
  if (!found) return false;
  const { row, later } = found;
  if (later.status === 'paid') return true;
  const { venueId, paymentId, amountCents } = event;
  // A refund may have been reported before the payment.
  const arrived = amountCents - later.backCents;
  const counted = BigInt(countedOf(row, Number(arrived)));
  const surplus = arrived - counted;
  await tx.$executeRaw`
    WITH paid AS (
      UPDATE booking.further_payment SET status = 'paid', paid_at = now(), amount_cents = ${amountCents},
        back_cents = back_cents + ${surplus}, refunding_cents = refunding_cents + ${surplus}
      WHERE venue_id = ${venueId} AND id = ${paymentId}::uuid
    ),
    after AS (
      UPDATE booking.booking SET further_cents = further_cents + ${counted}
      WHERE venue_id = ${venueId} AND id = ${row.id}
      RETURNING *
    ),
    ${publish('events.booking.booking_changed', { notifyGuest: false, notifyVenue: false })},
    receipt AS (
      INSERT INTO booking.mail (venue_id, id, booking_id, kind, amount_cents)
      SELECT venue_id, ${eventId}::uuid, id, 'payment_received', ${counted} FROM after
      WHERE customer_email <> '' AND ${counted > 0n}
      ON CONFLICT DO NOTHING
    ),
    reduced AS (
      INSERT INTO booking.outbox (subject, payload, traceparent)
      SELECT 'events.booking.payment_reduced', jsonb_build_object('venueId', venue_id, 'paymentId', ${paymentId}::text,
        'bookingId', id::text, 'keptCents', ${counted}::bigint::text, 'reason', 'declined'), ${currentTraceparent()}::text
      FROM after WHERE ${surplus > 0n}
    )
    INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
    SELECT venue_id, id, 'system', line.action, line.note
    FROM after, LATERAL (VALUES
      (1, true, 'payment_received', ${amountText(amountCents)}),
      (2, ${surplus > 0n}, 'payment_declined', ${amountText(surplus)})) line (n, applies, action, note)
    WHERE line.applies ORDER BY line.n`;
  return true;
}

/**
 * Closes the link of a later payment that was not paid in time. Returns false if it is not a later payment.
 */
export async function recordLaterLapse(
  tx: BookingTx,
  { venueId, paymentId, bookingId }: EventOf<'events.payment.payment_lapsed'>,
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    WITH lapsed AS (
      UPDATE booking.further_payment SET status = 'closed'
      WHERE venue_id = ${venueId} AND id = ${paymentId}::uuid AND status = 'open'
    )
    SELECT 1 FROM booking.further_payment
    WHERE venue_id = ${venueId} AND id = ${paymentId}::uuid AND booking_id = ${bookingId} AND method = 'online'`;
  return rows.length > 0;
}

type Reported = {
  venueId: number;
  paymentId: string;
  bookingId: bigint;
  amountCents: bigint;
  /** Identifies the guest's mail; null: the guest gets none. */
  mailId: string | null;
  actor: string;
  reason: string;
};

/**
 * Records a report about a refund of a later payment, with its line in the history. The amount is open again
 * once it went back. Returns false if it is not a later payment.
 */
export async function recordLaterRefund(
  tx: BookingTx,
  report: Reported & Pick<RefundReport, 'is'>,
): Promise<boolean> {
  const found = await lockLater(tx, report);
  if (!found) return false;
  const { row, later } = found;
  const { venueId, paymentId, amountCents: cents, is, mailId, actor } = report;
  const action = is === 'made' ? 'refunded' : 'refund_failed';
  // The refund of a second attempt at the same payment changes nothing of the first.
  const after = report.reason === 'duplicate' ? later : afterReport(later, { is, cents });
  const counts = later.status === 'paid' ? after.backCents - later.backCents : 0n;
  const takenBack = bankTook(report, { row, later });
  await tx.$executeRaw`
    WITH returned AS (
      UPDATE booking.further_payment SET back_cents = ${after.backCents}, refunding_cents = ${after.refundingCents}
      WHERE venue_id = ${venueId} AND id = ${paymentId}::uuid
    ),
    counted AS (
      UPDATE booking.booking SET further_cents = further_cents - ${counts},
        later_charged_back_cents = later_charged_back_cents + ${takenBack}
      WHERE venue_id = ${venueId} AND id = ${row.id} AND ${counts !== 0n || takenBack !== 0n}
    ),
    mailed AS (
      INSERT INTO booking.mail (venue_id, id, booking_id, kind, amount_cents)
      SELECT ${venueId}, ${mailId}::uuid, ${row.id}, ${action}, ${cents}
      WHERE ${row.customerEmail !== '' && mailId !== null && actor !== BANK}
      ON CONFLICT DO NOTHING
    )
    INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
    VALUES (${venueId}, ${row.id}, ${actor}, ${action}, ${amountText(cents)})`;
  return true;
}

/**
 * Cents of a cancelled booking that a report says the bank took; negative if it returned them. Not those of a
 * booking that stands: they are open again.
 */
function bankTook(
  { actor, reason, is, amountCents }: Reported & Pick<RefundReport, 'is'>,
  { row, later }: { row: Pick<Row, 'status'>; later: Pick<LaterPayment, 'status'> },
): bigint {
  const isBank = actor === BANK && reason !== 'duplicate';
  if (!isBank || row.status !== 'cancelled' || later.status !== 'paid') return 0n;
  return is === 'made' ? amountCents : -amountCents;
}
