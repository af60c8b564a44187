import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { fail } from '@venue-booking/proto/failures';
import { HISTORY_SPACE, historyFull } from '../core/historyLine.ts';
import type { BookingTx } from '../database.ts';

/**
 * Replaces the venue's note on a booking of any status. The history records only that the note changed. Its
 * text may be about the guest, and the history outlives the guest's data.
 * @throws `booking_not_found`; `validation` once the guest has been erased; `history_full`
 */
export async function replaceNote(
  database: BookingTx,
  { venueId, id }: OfBooking,
  { note, actor }: { note: string; actor: string },
): Promise<void> {
  const [row] = await database.$queryRaw<{ erased: boolean; fits: boolean }[]>`
    WITH before AS (
      SELECT venue_id, id, note, erased_at FROM booking.booking WHERE venue_id = ${venueId} AND id = ${id} FOR UPDATE
    ),
    ${HISTORY_SPACE},
    updated AS (
      UPDATE booking.booking b SET note = ${note}
      FROM room WHERE (b.venue_id, b.id) = (room.venue_id, room.id)
        AND room.is_free AND room.erased_at IS NULL AND room.note <> ${note}
      RETURNING b.venue_id, b.id
    ),
    recorded AS (
      INSERT INTO booking.history (venue_id, booking_id, actor, action)
      SELECT venue_id, id, ${actor}, 'noted' FROM updated
    )
    SELECT erased_at IS NOT NULL AS erased, is_free OR note = ${note} AS fits FROM room`;
  if (!row) throw fail('booking_not_found');
  if (row.erased) throw fail('validation', { detail: 'the guest of this booking has been erased' });
  if (!row.fits) throw historyFull();
}
