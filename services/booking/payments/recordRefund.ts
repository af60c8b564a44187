import type { EventOf } from '@venue-booking/proto/events';
import { BANK } from '@venue-booking/proto/payment/payment';
import type { BookingTx } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { amountText } from './recordPayment.ts';

/**
 * Records a refund or its failure. The history gets a line with the actor. The guest gets one mail per
 * refund, none if the payer's bank took the money back. The refund of a duplicate payment leaves an active
 * booking paid. A full refund ends a late booking's attempt to reserve places; the sweep releases them.
 */
export async function recordRefund(
  tx: BookingTx,
  event: EventOf<'events.payment.payment_refunded'>,
  eventId: string,
): Promise<void> {
  const { venueId, paymentId, refundId, amountCents, inFull, reason, failed } = event;
  const action = failed ? 'refund_failed' : 'refunded';
  const isBank = event.actor === BANK;
  // A failed refund has no actor; old events do not name one either.
  const actor = failed && !isBank ? 'system' : event.actor || 'system';
  const back = failed ? -amountCents : amountCents;
  const isDuplicate = reason === 'duplicate';
  const isRefunded = Prisma.sql`(${!failed && inFull} AND (${!isDuplicate} OR status IN ('cancelled', 'expired')))`;
  await tx.$executeRaw`
    WITH refunded AS (
      UPDATE booking.booking SET
        left_cents = CASE WHEN ${isDuplicate} THEN left_cents ELSE coalesce(left_cents, paid_cents, amount_cents) - ${back} END,
        payment_status = CASE WHEN ${isRefunded} THEN 'refunded' WHEN ${failed && !isDuplicate} AND payment_status = 'refunded' THEN 'paid' ELSE payment_status END,
        late_uid = CASE WHEN ${isRefunded} THEN NULL ELSE late_uid END
      WHERE venue_id = ${venueId} AND payment_id = ${paymentId}::uuid
      RETURNING venue_id, id, customer_email
    ),
    recorded AS (
      INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
      SELECT venue_id, id, ${actor}, ${action}, ${amountText(amountCents)} FROM refunded
    )
    INSERT INTO booking.mail (venue_id, id, booking_id, kind, amount_cents)
    SELECT venue_id, ${failed ? eventId : refundId}::uuid, id, ${action}, ${amountCents} FROM refunded WHERE customer_email <> '' AND ${!isBank}
    ON CONFLICT DO NOTHING`;
}
