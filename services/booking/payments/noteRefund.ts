import type { EventOf } from '@venue-booking/proto/events';
import type { BookingTx } from '../database.ts';
import { amountNote } from './notePaid.ts';

/**
 * Money of a booking went back, or did not after all: the guest is told, once per refund, and the history
 * too, with who asked for it. A duplicate that was given back leaves a booking that stands as paid as it was.
 * Places that were being taken again for the money are let go by the sweep.
 */
export async function noteRefund(
  tx: BookingTx,
  event: EventOf<'events.payment.payment_refunded'>,
  eventId: string,
): Promise<void> {
  const { venueId, paymentId, refundId, amountCents, inFull, reason, failed } = event;
  const action = failed ? 'refund_failed' : 'refunded';
  // That it failed is nobody's doing; events of the release before do not say who asked for it.
  const actor = failed ? 'system' : event.actor || 'system';
  const back = failed ? -amountCents : amountCents;
  await tx.$executeRaw`
    UPDATE booking.booking SET left_cents = coalesce(left_cents, paid_cents, amount_cents) - ${back}
    WHERE venue_id = ${venueId} AND payment_id = ${paymentId}::uuid AND ${reason} <> 'duplicate'`;
  if (failed)
    await tx.$executeRaw`
      UPDATE booking.booking SET payment_status = 'paid'
      WHERE venue_id = ${venueId} AND payment_id = ${paymentId}::uuid AND payment_status = 'refunded' AND ${reason} <> 'duplicate'`;
  else
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
      SELECT venue_id, id, ${actor}, ${action}, ${amountNote(amountCents)} FROM refunded
    )
    INSERT INTO booking.mail (venue_id, id, booking_id, kind, amount_cents)
    SELECT venue_id, ${failed ? eventId : refundId}::uuid, id, ${action}, ${amountCents} FROM refunded WHERE customer_email <> ''
    ON CONFLICT DO NOTHING`;
}
