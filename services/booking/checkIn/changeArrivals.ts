import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { HISTORY_SPACE } from '../core/historyLine.ts';
import { type Publish, publishStatus } from '../core/publish.ts';
import type { BookingTx } from '../database.ts';

/**
 * Changes how many people of a checked-in booking have come, or whether the rest is absent. One statement
 * writes the booking, its event and its history line. Returns whether the booking changed: its history must
 * have room.
 * @param change.arrived how many have come in all; `all`: everybody
 * @param change.restAbsent marks the rest as absent, or expects it again
 */
export async function changeArrivals(
  { database, publish }: { database: BookingTx; publish: Publish },
  { venueId, id }: OfBooking,
  change: { actor: string; note?: string } & (
    | { arrived: number | 'all'; restAbsent?: never }
    | { restAbsent: boolean; arrived?: never }
  ),
): Promise<boolean> {
  const { restAbsent = null, arrived = null, actor, note = '' } = change;
  const arrivedNow = arrived === 'all' ? null : arrived;
  const action = restAbsent === null ? 'arrivals_changed' : restAbsent ? 'rest_absent' : 'rest_absent_undone';
  const changed = await database.$queryRaw<unknown[]>`
    WITH before AS (
      SELECT venue_id, id, status, coalesce(arrived, people) AS came FROM booking.booking
      WHERE venue_id = ${venueId} AND id = ${id} AND status = 'checked_in' AND CASE
        WHEN ${restAbsent}::boolean IS NOT NULL THEN rest_absent <> ${restAbsent} AND coalesce(arrived, people) < people
        ELSE coalesce(${arrivedNow}::integer, people) <= people AND coalesce(${arrivedNow}::integer, people) <> coalesce(arrived, people) END
      FOR UPDATE
    ),
    ${HISTORY_SPACE},
    after AS (
      UPDATE booking.booking b SET revision = b.revision + 1, rest_absent = coalesce(${restAbsent}::boolean, false),
        arrived = CASE WHEN ${restAbsent}::boolean IS NULL THEN nullif(${arrivedNow}::integer, b.people) ELSE b.arrived END
      FROM room WHERE (b.venue_id, b.id) = (room.venue_id, room.id) AND room.is_free
      RETURNING b.*, room.status AS previous, room.came
    ),
    ${publishStatus(publish)},
    recorded AS (
      INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
      SELECT venue_id, id, ${actor}, ${action}, concat_ws('; ', nullif(${note}, ''), coalesce(arrived, people) || ' of ' || people || ' people')
      FROM after
    )
    SELECT 1 FROM after`;
  return changed.length === 1;
}
