import { localAt } from '@venue-booking/domain/schedule/venueTime';
import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import type { Series } from '@venue-booking/proto/booking/series';
import { fail } from '@venue-booking/proto/failures';
import { toEuro } from '@venue-booking/proto/primitives';
import { findBookings } from '../core/bookingStore.ts';
import type { SeriesPlace } from '../core/saveBooking.ts';
import type { BookingTx } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';

/** A series of a venue. */
export type OfSeries = { venueId: number; seriesId: string };

/** The bookings of a series by start. @throws `series_not_found` */
export async function requireSeries(
  database: BookingTx,
  { venueId, seriesId }: OfSeries,
): Promise<[Row, ...Row[]]> {
  const found = await database.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM booking.booking WHERE series_id = ${seriesId}::uuid ORDER BY starts_at, id`;
  const [first, ...others] = await findBookings(database, { venueId, ids: found.map(({ id }) => id) });
  if (!first) throw fail('series_not_found');
  return [first, ...others];
}

/** A series with its dates. @throws `series_not_found` */
export async function showSeries(database: BookingTx, of: OfSeries): Promise<Series> {
  const rows = await requireSeries(database, of);
  return {
    id: of.seriesId,
    every_weeks: placeOf(rows[0]).everyWeeks,
    dates: rows.map((row) => ({
      booking_id: Number(row.id),
      reference: row.reference,
      position: placeOf(row).position,
      facility: row.facilityName,
      slot_id: Number(row.slotId),
      starts_at: localAt(row.timezone, row.startsAt.getTime()),
      ends_at: localAt(row.timezone, row.endsAt.getTime()),
      people: row.people,
      amount_eur: toEuro(Number(row.amountCents)),
      status: row.status as BookingStatus,
    })),
  };
}

const placeOf = ({ seriesPlace }: Row): SeriesPlace => seriesPlace as SeriesPlace;
