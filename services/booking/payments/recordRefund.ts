import type { EventOf } from '@venue-booking/proto/events';
import { BANK } from '@venue-booking/proto/payment/payment';
import type { BookingTx } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { recordLaterRefund } from '../later/recordLater.ts';
import { amountText } from './amountText.ts';

/**
 * Records a refund or its failure, of the first payment or of a later one. The history gets a line with the
 * actor. The guest gets one mail per refund, none if the payer's bank took the money back. The refund of a
 * duplicate payment leaves an active booking paid. A full refund ends a late booking's attempt to reserve
 * places; the sweep releases them.
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
  const mailId = failed ? eventId : refundId;
  const is = failed ? 'failed' : 'made';
  if (await recordLaterRefund(tx, { ...event, actor, is, mailId })) return;
  const back = failed ? -amountCents : amountCents;
  const isDuplicate = reason === 'duplicate';
  const left = Prisma.sql`(coalesce(left_cents, paid_cents, amount_cents) - ${back})`;
  // By what is left, because a refund and its failure may arrive in either order.
  const isRefunded = isDuplicate
    ? Prisma.sql`(${!failed && inFull} AND status IN ('cancelled', 'expired'))`
    : Prisma.sql`(${left} <= 0)`;
  await tx.$executeRaw`
    WITH refunded AS (
      UPDATE booking.booking SET
        left_cents = CASE WHEN ${isDuplicate} THEN left_cents ELSE ${left} END,
        refunding_cents = greatest(refunding_cents - ${isDuplicate || failed ? 0n : amountCents}, 0),
        charged_back_cents = charged_back_cents + ${isBank && !isDuplicate ? back : 0n},
        payment_status = CASE WHEN ${isRefunded} THEN 'refunded' WHEN ${!isDuplicate} AND payment_status = 'refunded' THEN 'paid' ELSE payment_status END,
        late_uid = CASE WHEN ${isRefunded} THEN NULL ELSE late_uid END
      WHERE venue_id = ${venueId} AND payment_id = ${paymentId}::uuid
      RETURNING venue_id, id, customer_email
    ),
    recorded AS (
      INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
      SELECT venue_id, id, ${actor}, ${action}, ${amountText(amountCents)} FROM refunded
    )
    INSERT INTO booking.mail (venue_id, id, booking_id, kind, amount_cents)
    SELECT venue_id, ${mailId}::uuid, id, ${action}, ${amountCents} FROM refunded WHERE customer_email <> '' AND ${!isBank}
    ON CONFLICT DO NOTHING`;
}

/**
 * Records a refund that the provider rejected at once: its money stays with the venue. The venue arranges the
 * rest, so the guest gets no mail.
 */
export async function recordRejectedRefund(
  tx: BookingTx,
  event: EventOf<'events.payment.payment_refund_rejected'>,
): Promise<void> {
  const { venueId, paymentId, amountCents, reason } = event;
  if (await recordLaterRefund(tx, { ...event, actor: 'system', is: 'rejected', mailId: null })) return;
  await tx.$executeRaw`
    WITH rejected AS (
      UPDATE booking.booking SET
        left_cents = coalesce(left_cents, paid_cents, amount_cents),
        refunding_cents = greatest(refunding_cents - ${reason === 'duplicate' ? 0n : amountCents}, 0)
      WHERE venue_id = ${venueId} AND payment_id = ${paymentId}::uuid
      RETURNING venue_id, id
    )
    INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
    SELECT venue_id, id, 'system', 'refund_failed', ${amountText(amountCents)} FROM rejected`;
}
