import { fail } from '@venue-booking/proto/failures';
import type { BookingDatabase } from '../database.ts';

/**
 * Replaces what the venue's people noted about a booking, in whatever state it is. The history says that
 * somebody did, not what: that may be about the guest, whom the history outlives.
 * @throws `booking_not_found`; `validation` once the guest has been erased
 */
export async function noteBooking(
  database: BookingDatabase,
  { venueId, id }: { venueId: number; id: number },
  { note, actor }: { note: string; actor: string },
): Promise<void> {
  const [row] = await database.$queryRaw<{ erased: boolean }[]>`
    WITH before AS (
      SELECT venue_id, id, note, erased_at FROM booking.booking WHERE venue_id = ${venueId} AND id = ${id} FOR UPDATE
    ),
    noted AS (
      UPDATE booking.booking b SET note = ${note}
      FROM before WHERE (b.venue_id, b.id) = (before.venue_id, before.id)
        AND before.erased_at IS NULL AND before.note <> ${note}
      RETURNING b.venue_id, b.id
    ),
    told AS (
      INSERT INTO booking.history (venue_id, booking_id, actor, action)
      SELECT venue_id, id, ${actor}, 'noted' FROM noted
    )
    SELECT erased_at IS NOT NULL AS erased FROM before`;
  if (!row) throw fail('booking_not_found');
  if (row.erased) throw fail('validation', { detail: 'the guest of this booking has been erased' });
}
