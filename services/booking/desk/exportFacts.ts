import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { findFirstUses } from '../checkIn/expected.ts';
import type { BookingDatabase } from '../database.ts';
import type { Booking as BookingRow } from '../gen/prisma/client.ts';

/** What only exports contain: the check-in in the venue's time, and who booked, as in the history. */
export type ExportFacts = { checked_in_at?: string; booked_by?: string };

/** The facts of a page of bookings. */
export async function exportFacts(
  database: BookingDatabase,
  { venueId, timezone, rows }: { venueId: number; timezone: string; rows: BookingRow[] },
): Promise<(row: BookingRow) => ExportFacts> {
  const ids = rows.map(({ id }) => id);
  const came = rows.filter(({ status }) => status === 'checked_in').map(({ id }) => id);
  const firstUses = await findFirstUses(database, { venueId, ids: came });
  const bookers = await database.$queryRaw<{ id: bigint; actor: string }[]>`
    SELECT b.id, h.actor FROM unnest(${ids}::bigint[]) AS b(id)
    CROSS JOIN LATERAL (
      SELECT actor FROM booking.history
      WHERE venue_id = ${venueId} AND booking_id = b.id AND action = 'created' ORDER BY seq LIMIT 1) h`;
  const actors = new Map(bookers.map(({ id, actor }) => [id, actor]));
  return ({ id }) => {
    const use = firstUses.get(id);
    const actor = actors.get(id);
    return {
      ...(use && { checked_in_at: localAt(timezone, Date.parse(use.at)) }),
      ...(actor !== undefined && { booked_by: actor }),
    };
  };
}
