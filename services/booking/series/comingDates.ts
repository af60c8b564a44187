import { fail } from '@venue-booking/proto/failures';
import type { BookingTx } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { type OfSeries, requireSeries } from './seriesView.ts';

/**
 * The coming dates of a series that still stand, by start: all of them, or from one of its bookings on.
 * @throws `series_not_found`, `booking_not_found` for a booking that is not of the series
 */
export async function comingDates(
  database: BookingTx,
  of: OfSeries,
  fromBooking: number | undefined,
): Promise<Row[]> {
  const rows = await requireSeries(database, of);
  const from = fromBooking === undefined ? rows[0] : rows.find(({ id }) => Number(id) === fromBooking);
  if (!from) throw fail('booking_not_found');
  const now = Date.now();
  return rows.filter(
    ({ startsAt, status }) =>
      startsAt >= from.startsAt &&
      startsAt.getTime() > now &&
      (status === 'confirmed' || status === 'pending_payment'),
  );
}
