import type { Log } from '@venue-booking/kit/logging/log';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { columnsOf } from '@venue-booking/kit/postgres/columns';
import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { fail } from '@venue-booking/proto/failures';
import type { BookingDatabase, BookingTx } from '../database.ts';
import { Prisma, type Booking as Row, type Venue } from '../gen/prisma/client.ts';

/** Places held in the ledger under the uid of a booking that is saved or about to be. */
export type Reservation = { venueId: number; bookingUid: string };

/** Declares the reservations void that have no saved booking. Returns which are void and which were saved. */
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

/**
 * Whether bookings with these reservations were saved although writing them failed: the response of the
 * database may be lost. Otherwise the reservations are void, so that a late commit cannot save them.
 * False for an expected failure, after which nothing was written.
 */
export async function isSavedAfterAll(
  { database, log }: { database: BookingDatabase; log: Log },
  error: unknown,
  reservations: readonly Reservation[],
): Promise<boolean> {
  if (failureOf(error) || reservations.length === 0) return false;
  log.error({ err: error }, 'writing a booking failed; checking whether it was written');
  const { saved } = await voidReservations(database, reservations);
  return saved.length > 0;
}

const COLUMNS = columnsOf(Prisma.BookingScalarFieldEnum);

/** A booking of a venue by id or uid; null if there is none. */
export async function findBooking(
  database: BookingTx,
  { venueId, ...by }: { venueId: number } & ({ id: number } | { uid: string }),
): Promise<Row | null> {
  // Look up by the unique column alone: see docs/decisions/0068.
  const [where, value] = 'id' in by ? ['id = $1::bigint', by.id] : ['uid = $1::uuid', by.uid];
  const [row] = await database.$queryRawUnsafe<Row[]>(
    `SELECT ${COLUMNS} FROM booking.booking WHERE ${where}`,
    value,
  );
  return row?.venueId === venueId ? row : null;
}

/** The venue's bookings among these ids, in the order of the ids. */
export async function findBookings(
  database: BookingTx,
  { venueId, ids }: { venueId: number; ids: readonly (number | bigint)[] },
): Promise<Row[]> {
  // Look up by the unique column alone: see docs/decisions/0068.
  const rows = await database.$queryRawUnsafe<Row[]>(
    `SELECT ${COLUMNS} FROM booking.booking WHERE id = ANY($1::bigint[]) ORDER BY array_position($1::bigint[], id)`,
    ids,
  );
  return rows.filter((row) => row.venueId === venueId);
}

/** A booking of a venue by id. @throws `booking_not_found` */
export async function requireBooking(database: BookingTx, of: OfBooking): Promise<Row> {
  const row = await findBooking(database, of);
  if (!row) throw fail('booking_not_found');
  return row;
}

const VENUE_COLUMNS = columnsOf(Prisma.VenueScalarFieldEnum);

/** The booking service's copy of a venue. @throws `venue_not_found` */
export async function requireVenue(database: BookingTx, venueId: number): Promise<Venue> {
  const [venue] = await database.$queryRawUnsafe<Venue[]>(
    `SELECT ${VENUE_COLUMNS} FROM booking.venue WHERE id = $1::integer`,
    venueId,
  );
  if (!venue) throw fail('venue_not_found');
  return venue;
}
