import type { OfBooking } from '@venue-booking/proto/adminBooking';
import { fail } from '@venue-booking/proto/failures';
import type { BookingDatabase, BookingTx } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';

/** Places that are held under the uid that a booking of the venue has or will have. */
export type Reservation = { venueId: number; bookingUid: string };

/**
 * Declares reservations void unless a booking was saved under them. Answers which are void and which were
 * saved.
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

/**
 * A booking of a venue by its number or by the uid that it holds its places under. Null when there is none.
 */
export async function findBooking(
  database: BookingTx,
  { venueId, ...by }: { venueId: number } & ({ id: number } | { uid: string }),
): Promise<Row | null> {
  // By what is unique by itself: see docs/decisions/0068.
  const row = await database.booking.findUnique({
    where: 'id' in by ? { id: BigInt(by.id) } : { uid: by.uid },
  });
  return row?.venueId === venueId ? row : null;
}

/** A booking of a venue by its number. @throws `booking_not_found` */
export async function requireBooking(database: BookingTx, of: OfBooking): Promise<Row> {
  const row = await findBooking(database, of);
  if (!row) throw fail('booking_not_found');
  return row;
}
