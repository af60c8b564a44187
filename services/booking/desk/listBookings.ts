import { addDays, instantAt } from '@venue-booking/kit/venueTime';
import type { AdminBooking, BookingsQuery } from '@venue-booking/proto/adminBooking';
import { findBookings, requireVenue } from '../core/bookingStore.ts';
import { toAdminBooking } from '../core/bookingView.ts';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { findNamed, searchFor } from './searchFor.ts';

/** A page of bookings, and where the next one starts; null behind the last. */
export type BookingsPage = { bookings: AdminBooking[]; next: string | null };

type Query = BookingsQuery & { venueId: number; email?: string | undefined };

/** Bytes of JSON on one page: what travels between services is bounded, and extra fields may be long. */
const PAGE_BYTES = 500_000;
const LAST_DATE = '9999-12-31';
/** Bookings that one search looks at: some 0.1 s, for a phone number 0.3 s. */
const LOOKED_AT = 20_000;

/**
 * The bookings of a venue by start and number, from the cursor on. A page holds `limit` bookings or, when
 * they are large, fewer. Dates are those of the venue's calendar, both included. No index helps to search for
 * a text: it is looked for in so many bookings at a time, and a page may have none of a search that goes on.
 */
export async function listBookings(
  database: BookingDatabase,
  query: Query,
  lookedAt = LOOKED_AT,
): Promise<BookingsPage> {
  const { venueId, limit } = query;
  const { timezone } = await requireVenue(database, venueId);
  const by = Prisma.raw(query.order === 'newest' ? 'desc' : 'asc');
  const order = Prisma.sql`ORDER BY starts_at ${by}, id ${by}`;
  const conditions = conditionsOf(query, timezone);
  const named = query.q === undefined ? null : await findNamed(database, venueId, query.q);
  const isSearch = query.q !== undefined && named === null;
  const [end] = !isSearch
    ? []
    : await database.$queryRaw<Position[]>`
        SELECT starts_at AS "startsAt", id FROM booking.booking WHERE ${Prisma.join(conditions, ' AND ')}
        ${order} LIMIT 1 OFFSET ${lookedAt - 1}`;
  if (end) conditions.push(isPlaced('upTo', end, query));
  if (named !== null) conditions.push(Prisma.sql`id = ${named}`);
  else if (query.q !== undefined) conditions.push(searchFor(query.q));
  const found = await database.$queryRaw<{ id: bigint; long: number }[]>`
    SELECT id, octet_length(extra::text) + octet_length(note) AS long FROM (SELECT id, extra, note FROM booking.booking
      WHERE ${Prisma.join(conditions, ' AND ')} ${order} LIMIT ${limit + 1}) page`;
  // What is beyond a page is not read: a venue's people can ask for many pages of long answers at once.
  const fitting = withinPage(found.slice(0, limit), ({ long }) => long);
  const rows = await findBookings(database, { venueId, ids: fitting.map(({ id }) => id) });
  const bookings = withinPage(rows.map(toAdminBooking), (it) => Buffer.byteLength(JSON.stringify(it)));
  const last = rows[bookings.length - 1];
  if (last && found.length > bookings.length) return { bookings, next: cursorOf(last) };
  return { bookings, next: end ? cursorOf(end) : null };
}

/** As many from the start as fit on a page, and the first in any case. */
function withinPage<T>(items: T[], bytesOf: (item: T) => number): T[] {
  let bytes = 0;
  return items.filter((item, at) => {
    bytes += bytesOf(item);
    return bytes <= PAGE_BYTES || at === 0;
  });
}

type Position = { startsAt: Date; id: bigint };
const cursorOf = ({ startsAt, id }: Position): string => `${startsAt.getTime()}-${id}`;
const positionOf = (cursor: string): Position => {
  const [startsAt = 0, id = 0] = cursor.split('-').map(Number);
  return { startsAt: new Date(startsAt), id: BigInt(id) };
};

/** A condition: beyond a position in the order of the list, or up to it. */
const isPlaced = (which: 'beyond' | 'upTo', { startsAt, id }: Position, { order }: Pick<Query, 'order'>) => {
  const operators = order === 'newest' ? { beyond: '<', upTo: '>=' } : { beyond: '>', upTo: '<=' };
  return Prisma.sql`(starts_at, id) ${Prisma.raw(operators[which])} (${startsAt}, ${id})`;
};

/** All but the text that is searched for. */
function conditionsOf(query: Query, timezone: string): Prisma.Sql[] {
  const { venueId, from, to, status, facility_id, payment_status: payment, cursor, email } = query;
  const midnight = (date: string) => new Date(instantAt(timezone, date, 0));
  return [
    Prisma.sql`venue_id = ${venueId}`,
    from !== undefined && Prisma.sql`starts_at >= ${midnight(from)}`,
    to !== undefined && to !== LAST_DATE && Prisma.sql`starts_at < ${midnight(addDays(to, 1))}`,
    // By its name, as the few holds of a venue have an index of their own.
    status === 'pending_payment' && Prisma.sql`status = 'pending_payment'`,
    status !== undefined && Prisma.sql`status = ${status}`,
    facility_id !== undefined && Prisma.sql`facility_id = ${facility_id}`,
    payment !== undefined &&
      Prisma.sql`payment_status IS NOT DISTINCT FROM ${payment === 'none' ? null : payment}`,
    email !== undefined && Prisma.sql`lower(customer_email) = lower(${email}) AND erased_at IS NULL`,
    cursor !== undefined && isPlaced('beyond', positionOf(cursor), query),
  ].filter((condition) => condition !== false);
}
