import { currentTraceparent } from '@venue-booking/kit/tracing/spans';
import type { EventOf } from '@venue-booking/proto/events';
import { v7 as newUid } from 'uuid';
import { type Publish, publishStatus } from '../core/publish.ts';
import type { BookingTx } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { recordLaterPayment } from '../later/recordLater.ts';
import { amountText } from './amountText.ts';
import { PAYMENT_DECLINED } from './latePaymentStore.ts';

/**
 * Records a payment: {@link recordLaterPayment}, or the first one of a booking. An unpaid booking becomes
 * confirmed, or expires if its slot has begun. An expired booking gets a uid to reserve its places again. A
 * cancelled booking declines the payment. One statement writes all events and history lines.
 */
export async function recordPayment(
  { database: tx, publish }: { database: BookingTx; publish: Publish },
  event: EventOf<'events.payment.payment_paid'>,
  eventId: string,
): Promise<void> {
  const { venueId, paymentId, amountCents } = event;
  // Events arrive in any order: a booking that is already refunded stays so.
  const lines = await tx.$executeRaw`
    WITH before AS (
      SELECT venue_id, id, status, payment_status,
        CASE WHEN status <> 'pending_payment' THEN status WHEN starts_at <= now() THEN 'expired' ELSE 'confirmed' END AS next
      FROM booking.booking
      WHERE payment_id = ${paymentId}::uuid AND venue_id + 0 = ${venueId} -- by the unique id: see docs/decisions/0068
        AND (status = 'pending_payment' OR payment_status NOT IN ('paid', 'refunded'))
      FOR UPDATE
    ),
    after AS (
      UPDATE booking.booking b SET
        status = before.next,
        payment_status = CASE before.payment_status WHEN 'refunded' THEN 'refunded' ELSE 'paid' END,
        late_uid = CASE before.next WHEN 'expired' THEN ${newUid()}::uuid END,
        revision = b.revision + CASE before.status WHEN before.next THEN 0 ELSE 1 END
      FROM before WHERE b.id = before.id AND b.venue_id + 0 = before.venue_id
      RETURNING b.*, before.status AS previous
    ),
    ${publishStatus(publish, { only: Prisma.sql`WHERE status <> previous` })},
    declined AS (
      INSERT INTO booking.outbox (subject, payload, traceparent)
      SELECT ${PAYMENT_DECLINED}, ${currentTraceparent()}::text FROM after WHERE status = 'cancelled'
    )
    INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
    SELECT venue_id, id, 'system', line.action, line.note
    FROM after, LATERAL (VALUES
      (1, true, 'paid', ${amountText(amountCents)}),
      (2, status <> previous, status, ''),
      (3, status = 'cancelled', 'payment_declined', '')) line (n, applies, action, note)
    WHERE line.applies ORDER BY line.n`;
  if (lines === 0) await recordLaterPayment({ database: tx, publish }, event, eventId);
}
