import { formatEuro } from '@venue-booking/domain/wording/formats';
import type { EventOf } from '@venue-booking/proto/events';
import { toEuro } from '@venue-booking/proto/primitives';
import { v7 as newUid } from 'uuid';
import { type Publish, publishStatus } from '../core/publish.ts';
import type { BookingTx } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { PAYMENT_DECLINED } from './latePaymentStore.ts';

/** An amount for a history line. */
export const amountText = (cents: bigint): string => formatEuro(toEuro(Number(cents)), 'en');

/**
 * Records a payment. An unpaid booking becomes confirmed, or expires if its slot has begun. An expired
 * booking gets a uid to reserve its places again. A cancelled booking declines the payment. One statement
 * writes all events and history lines.
 */
export async function recordPayment(
  { database: tx, publish }: { database: BookingTx; publish: Publish },
  { venueId, paymentId, amountCents }: EventOf<'events.payment.payment_paid'>,
): Promise<void> {
  // Events arrive in any order: a booking that is already refunded stays so.
  await tx.$executeRaw`
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
    ${publishStatus(publish, Prisma.sql`WHERE status <> previous`)},
    declined AS (
      INSERT INTO booking.outbox (subject, payload)
      SELECT ${PAYMENT_DECLINED} FROM after WHERE status = 'cancelled'
    )
    INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
    SELECT venue_id, id, 'system', line.action, line.note
    FROM after, LATERAL (VALUES
      (1, true, 'paid', ${amountText(amountCents)}),
      (2, status <> previous, status, ''),
      (3, status = 'cancelled', 'payment_declined', '')) line (n, applies, action, note)
    WHERE line.applies ORDER BY line.n`;
}
