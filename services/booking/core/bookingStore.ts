import { columnsOf } from '@venue-booking/kit/postgres/columns';
import type { OfBooking } from '@venue-booking/proto/adminBooking';
import { fail } from '@venue-booking/proto/failures';
import type { BookingDatabase, BookingTx } from '../database.ts';
import { Prisma, type Booking as Row, type Venue } from '../gen/prisma/client.ts';

/** Places that are held under the uid that a booking of the venue has or will have. */
export type Reservation = { venueId: number; bookingUid: string };

/**
 * Declares reservations void that no booking was saved under. Answers which are void and which were saved.
 */
export async function voidReservations(
  database: BookingDatabase,
  reservations: readonly Reservation[],
): Promise<{ void: Reservation[]; saved: Reservation[] }> {
  const venueIds = reservations.map(({ venueId }) => venueId);
  const uids = reservations.map(({ bookingUid }) => bookingUid);
  await database.$executeRaw`
    INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
    SELECT venue_id, uid, true FROM unnest(${venueIds}::integer[], ${uids}::uuid[]) AS r(venue_id, uid)
    ON CONFLICT DO NOTHING`;
  const rows = await database.$queryRaw<(Reservation & { void: boolean })[]>`
    SELECT venue_id AS "venueId", booking_uid::text AS "bookingUid", void FROM booking.reservation_outcome
    WHERE (venue_id, booking_uid) IN (SELECT * FROM unnest(${venueIds}::integer[], ${uids}::uuid[]))`;
  const those = (isVoid: boolean) =>
    rows.filter((row) => row.void === isVoid).map(({ venueId, bookingUid }) => ({ venueId, bookingUid }));
  return { void: those(true), saved: those(false) };
}

const COLUMNS = columnsOf(Prisma.BookingScalarFieldEnum);

/** A booking of a venue by its number, or by the uid that it holds its places under; null for none. */
export async function findBooking(
  database: BookingTx,
  { venueId, ...by }: { venueId: number } & ({ id: number } | { uid: string }),
): Promise<Row | null> {
  // By what is unique by itself: see docs/decisions/0068.
  const [where, value] = 'id' in by ? ['id = $1::bigint', by.id] : ['uid = $1::uuid', by.uid];
  const [row] = await database.$queryRawUnsafe<Row[]>(
    `SELECT ${COLUMNS} FROM booking.booking WHERE ${where}`,
    value,
  );
  return row?.venueId === venueId ? row : null;
}

/** Those of a venue's bookings that there are, by their numbers, in the order of these. */
export async function findBookings(
  database: BookingTx,
  { venueId, ids }: { venueId: number; ids: readonly (number | bigint)[] },
): Promise<Row[]> {
  // By what is unique by itself: see docs/decisions/0068.
  const rows = await database.$queryRawUnsafe<Row[]>(
    `SELECT ${COLUMNS} FROM booking.booking WHERE id = ANY($1::bigint[]) ORDER BY array_position($1::bigint[], id)`,
    ids,
  );
  return rows.filter((row) => row.venueId === venueId);
}

/** A booking of a venue by its number. @throws `booking_not_found` */
export async function requireBooking(database: BookingTx, of: OfBooking): Promise<Row> {
  const row = await findBooking(database, of);
  if (!row) throw fail('booking_not_found');
  return row;
}

const VENUE_COLUMNS = columnsOf(Prisma.VenueScalarFieldEnum);

/** What booking knows of a venue whose booking it has. */
export async function requireVenue(database: BookingTx, venueId: number): Promise<Venue> {
  const [venue] = await database.$queryRawUnsafe<Venue[]>(
    `SELECT ${VENUE_COLUMNS} FROM booking.venue WHERE id = $1::integer`,
    venueId,
  );
  if (!venue) throw fail('venue_not_found');
  return venue;
}
