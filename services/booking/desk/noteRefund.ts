import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { REFUND_REASON } from '@venue-booking/proto/booking/history';
import { HISTORY_SPACE } from '../core/historyLine.ts';
import { deskKey } from '../core/idempotency.ts';
import type { BookingDatabase } from '../database.ts';

/**
 * Adds the reason of a refund to the history, once per idempotency key of the refund. Does nothing once the
 * guest has been erased, or if the history is full: the refund itself has been made.
 */
export async function noteRefund(
  database: BookingDatabase,
  {
    venueId,
    id,
    actor,
    reason,
    requestKey,
  }: OfBooking & { actor: string; reason: string; requestKey?: string | undefined },
): Promise<void> {
  const key = requestKey === undefined ? null : deskKey(`refund ${id} ${requestKey}`);
  await database.$executeRaw`
    WITH before AS (
      SELECT venue_id, id, uid FROM booking.booking
      WHERE venue_id = ${venueId} AND id = ${id} AND erased_at IS NULL FOR UPDATE
    ),
    ${HISTORY_SPACE},
    claimed AS (
      INSERT INTO booking.idempotency_key (venue_id, key, body_hash, owner, leased_until, booking_uid)
      SELECT venue_id, ${key}::text, '', uid, now(), uid FROM room WHERE ${key}::text IS NOT NULL
      ON CONFLICT DO NOTHING RETURNING 1
    )
    INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
    SELECT venue_id, id, ${actor}, ${REFUND_REASON}, ${reason} FROM room
    WHERE is_free AND (${key}::text IS NULL OR EXISTS (SELECT FROM claimed))`;
}
