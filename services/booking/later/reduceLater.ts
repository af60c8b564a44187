import { currentTraceparent } from '@venue-booking/kit/tracing/spans';
import { Prisma } from '../gen/prisma/client.ts';

/**
 * Steps of a statement that refund later online payments of its step `after`, the newest first, until
 * `keptCents` of them stay. The statement must lock the booking, lower `further_cents` by the same amount,
 * and run only if that amount is as it was read.
 */
export const reduceLater = (keptCents: number, reason: 'cancelled' | 'changed'): Prisma.Sql => Prisma.sql`
  reduced AS (
    UPDATE booking.further_payment p SET back_cents = p.back_cents + it.cents, refunding_cents = p.refunding_cents + it.cents
    FROM (
      SELECT venue_id, id, least(held, greatest(total - ${keptCents}::bigint, 0)) AS cents FROM (
        SELECT f.venue_id, f.id, f.amount_cents - f.back_cents AS held,
          sum(f.amount_cents - f.back_cents) OVER (ORDER BY f.paid_at, f.id) AS total
        FROM booking.further_payment f JOIN after ON f.venue_id = after.venue_id AND f.booking_id = after.id
        WHERE f.method = 'online' AND f.status = 'paid') each
    ) it
    WHERE (p.venue_id, p.id) = (it.venue_id, it.id) AND it.cents > 0
    RETURNING p.venue_id, p.id, p.booking_id, p.amount_cents - p.back_cents AS kept
  ),
  reductions AS (
    INSERT INTO booking.outbox (subject, payload, traceparent)
    SELECT 'events.booking.payment_reduced', jsonb_build_object('venueId', venue_id, 'paymentId', id,
      'bookingId', booking_id::text, 'keptCents', kept::text, 'reason', ${reason}::text), ${currentTraceparent()}::text
    FROM reduced
  )`;
