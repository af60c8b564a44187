import type { EventOf } from '@venue-booking/proto/events';
import type { BookingTx } from '../database.ts';
import { amountNote } from './notePaid.ts';

/**
 * Money of a booking went back: the guest is told, once per refund, and the history too. A duplicate that was given back leaves a
 * booking that stands as paid as it was. Places that were being taken again for the money are let go by the sweep.
 */
export async function noteRefund(
  tx: BookingTx,
  event: EventOf<'events.payment.payment_refunded'>,
): Promise<void> {
  const { venueId, paymentId, refundId, amountCents, inFull, reason } = event;
  await tx.$executeRaw`
    UPDATE booking.booking SET payment_status = 'refunded', late_uid = NULL
    WHERE venue_id = ${venueId} AND payment_id = ${paymentId}::uuid AND ${inFull}
      AND (${reason} <> 'duplicate' OR status IN ('cancelled', 'expired'))`;
  await tx.$executeRaw`
    WITH refunded AS (
      SELECT venue_id, id, customer_email FROM booking.booking
      WHERE venue_id = ${venueId} AND payment_id = ${paymentId}::uuid
    ),
    told AS (
      INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
      SELECT venue_id, id, 'system', 'refunded', ${amountNote(amountCents)} FROM refunded
    )
    INSERT INTO booking.mail (venue_id, id, booking_id, kind, amount_cents)
    SELECT venue_id, ${refundId}::uuid, id, 'refunded', ${amountCents} FROM refunded WHERE customer_email <> ''
    ON CONFLICT DO NOTHING`;
}
