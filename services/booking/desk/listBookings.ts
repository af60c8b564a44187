import { addDays, instantAt } from '@venue-booking/kit/venueTime';
import type { AdminBooking, BookingsQuery } from '@venue-booking/proto/adminBooking';
import { toAdminBooking } from '../bookingView.ts';
import type { BookingDatabase } from '../database.ts';
import type { Prisma } from '../gen/prisma/client.ts';

/** A page of bookings, and where the next one starts; null behind the last. */
export type BookingsPage = { bookings: AdminBooking[]; next: string | null };

/** Bytes of JSON on one page: what travels between services is bounded, and extra fields may be long. */
const PAGE_BYTES = 500_000;

/**
 * The bookings of a venue by start and number, from the cursor on. A page holds `limit` bookings or, when they are large, fewer.
 * Dates are those of the venue's calendar, both included.
 */
export async function listBookings(
  database: BookingDatabase,
  { venueId, ...query }: BookingsQuery & { venueId: number; email?: string | undefined },
): Promise<BookingsPage> {
  const venue = await database.venue.findUniqueOrThrow({ where: { id: venueId } });
  const rows = await database.booking.findMany({
    where: { AND: [{ venueId }, ...conditionsOf(query, venue.timezone)] },
    orderBy: [{ startsAt: 'asc' }, { id: 'asc' }],
    take: query.limit + 1,
  });
  const bookings: AdminBooking[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, query.limit)) {
    const booking = toAdminBooking(row);
    bytes += Buffer.byteLength(JSON.stringify(booking));
    if (bytes > PAGE_BYTES && bookings.length > 0) break;
    bookings.push(booking);
  }
  const last = rows[bookings.length - 1];
  const more = last && rows.length > bookings.length;
  return { bookings, next: more ? `${last.startsAt.getTime()}-${last.id}` : null };
}

function conditionsOf(
  {
    from,
    to,
    status,
    facility_id,
    q,
    cursor,
    email,
  }: Omit<BookingsQuery, 'limit'> & { email?: string | undefined },
  timezone: string,
): Prisma.BookingWhereInput[] {
  const conditions: Prisma.BookingWhereInput[] = [];
  if (from) conditions.push({ startsAt: { gte: new Date(instantAt(timezone, from, 0)) } });
  if (to) conditions.push({ startsAt: { lt: new Date(instantAt(timezone, addDays(to, 1), 0)) } });
  if (status) conditions.push({ status });
  if (facility_id) conditions.push({ facilityId: facility_id });
  if (q) conditions.push({ OR: searchFor(q) });
  if (email) conditions.push({ customerEmail: { equals: email, mode: 'insensitive' } });
  if (cursor) {
    const [startsAt, id] = cursor.split('-').map(Number);
    const at = new Date(startsAt ?? 0);
    conditions.push({ OR: [{ startsAt: { gt: at } }, { startsAt: at, id: { gt: BigInt(id ?? 0) } }] });
  }
  return conditions;
}

/** Prisma escapes the wildcards of LIKE itself. */
const searchFor = (q: string): Prisma.BookingWhereInput[] => [
  { customerName: { contains: q, mode: 'insensitive' } },
  { customerEmail: { contains: q, mode: 'insensitive' } },
  ...(/^#?\d{1,15}$/.test(q) ? [{ id: BigInt(q.replace('#', '')) }] : []),
];
