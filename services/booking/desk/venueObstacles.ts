import type { BookingDatabase } from '../database.ts';

/**
 * What a deletion of the venue would lose: bookings and offers that hold places, and cancelled bookings whose
 * money the desk has not returned.
 */
export async function venueObstacles(
  database: BookingDatabase,
  venueId: number,
): Promise<{ bookings: number; owed: number }> {
  // No slot lasts two days, and the index is by start.
  const [found] = await database.$queryRaw<{ bookings: number; owed: number }[]>`
    SELECT (
      SELECT count(*) FROM booking.booking b
      WHERE b.venue_id = ${venueId} AND b.starts_at > now() - interval '2 days' AND b.ends_at > now()
        AND b.status IN ('pending_payment', 'confirmed', 'checked_in')
    )::integer + (
      SELECT count(*) FROM booking.waiting w WHERE w.venue_id = ${venueId} AND w.status = 'offered'
    )::integer AS bookings,
    (
      SELECT count(*) FROM booking.booking b WHERE b.venue_id = ${venueId} AND b.status = 'cancelled'
        AND (b.desk_cents > coalesce(b.desk_kept_cents, 0) OR b.refunding_cents > 0)
    )::integer AS owed`;
  return found ?? { bookings: 0, owed: 0 };
}
