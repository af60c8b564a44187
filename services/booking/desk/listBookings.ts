import { addDays, bookingDayAt, bookingDayStart } from '@venue-booking/domain/schedule/venueTime';
import type { AdminBooking, BookingsQuery } from '@venue-booking/proto/booking/adminBooking';
import { findBookings, requireVenue } from '../core/bookingStore.ts';
import { toAdminBooking } from '../core/bookingView.ts';
import type { BookingDatabase } from '../database.ts';
import { type Booking as BookingRow, Prisma } from '../gen/prisma/client.ts';
import { type ExportFacts, exportFacts } from './exportFacts.ts';
import { findByReference, searchBookings } from './searchCondition.ts';

/** A page of bookings and the cursor of the next one; null after the last. */
export type BookingsPage = { bookings: (AdminBooking & ExportFacts)[]; next: string | null };

type Query = BookingsQuery & {
  venueId: number;
  /** HH:MM at which a booking day starts. */
  dayStart?: string | undefined;
  email?: string | undefined;
  /** Adds what only exports contain. */
  forExport?: boolean | undefined;
};

/** Bytes of JSON per page: messages between services have a maximum size, and extra fields may be long. */
const PAGE_BYTES = 500_000;
/** A gateway of the previous release sends no start of the booking day. */
const MIDNIGHT = '00:00';
const LAST_DATE = '9999-12-31';
/** Bookings scanned per page of a search that matches many: about 0.1 s. */
const MAX_SCANNED = 5000;
/** Results of the search index that are checked: about 0.05 s. */
const MAX_CANDIDATES = 2000;

/**
 * A venue's bookings from the cursor on, ordered by start and id. A page has `limit` bookings, or fewer if
 * they are large. Dates are booking days, both ends included. A search that matches many bookings scans a
 * limited number per page. A page may be empty although it continues.
 */
export async function listBookings(
  database: BookingDatabase,
  query: Query,
  { maxScanned = MAX_SCANNED, maxCandidates = MAX_CANDIDATES } = {},
): Promise<BookingsPage> {
  const { venueId, limit, dayStart = MIDNIGHT } = query;
  const { timezone } = await requireVenue(database, venueId);
  const by = Prisma.raw(query.order === 'newest' ? 'desc' : 'asc');
  const order = Prisma.sql`ORDER BY starts_at ${by}, id ${by}`;
  const named = query.q === undefined ? null : await findByReference(database, venueId, query.q);
  const search =
    query.q === undefined || named !== null
      ? null
      : await searchBookings(database, { venueId, q: query.q, maxCandidates });
  const conditions = [...venueCondition(venueId, search?.ids ?? null), ...conditionsOf(query, timezone)];
  const [end] =
    search?.ids !== null
      ? []
      : await database.$queryRaw<Position[]>`
        SELECT starts_at AS "startsAt", id FROM booking.booking WHERE ${Prisma.join(conditions, ' AND ')}
        ${order} LIMIT 1 OFFSET ${maxScanned - 1}`;
  if (end) conditions.push(positionCondition('upTo', end, query));
  if (named !== null) conditions.push(Prisma.sql`id = ${named}`);
  else if (search) conditions.push(search.condition);
  const found = await database.$queryRaw<{ id: bigint; long: number }[]>`
    SELECT id, octet_length(extra::text) + octet_length(note) AS long FROM (SELECT id, extra, note FROM booking.booking
      WHERE ${Prisma.join(conditions, ' AND ')} ${order} LIMIT ${limit + 1}) page`;
  // Rows beyond the page are not read: staff could otherwise request many pages of large rows at once.
  const fitting = withinPage(found.slice(0, limit), ({ long }) => long);
  const rows = await findBookings(database, { venueId, ids: fitting.map(({ id }) => id) });
  const factsOf = query.forExport ? await exportFacts(database, { venueId, timezone, rows }) : () => ({});
  const toListed = (row: BookingRow): AdminBooking & ExportFacts => ({
    ...toAdminBooking(row),
    booking_day: bookingDayAt(timezone, dayStart, row.startsAt.getTime()),
    ...factsOf(row),
  });
  const bookings = withinPage(rows.map(toListed), (it) => Buffer.byteLength(JSON.stringify(it)));
  const last = rows[bookings.length - 1];
  if (last && found.length > bookings.length) return { bookings, next: cursorOf(last) };
  return { bookings, next: end ? cursorOf(end) : null };
}

/** The leading items that fit on a page, at least the first. */
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

/** A condition for rows after a position in the list's order, or up to it. */
const positionCondition = (
  which: 'beyond' | 'upTo',
  { startsAt, id }: Position,
  { order }: Pick<Query, 'order'>,
) => {
  const operators = order === 'newest' ? { beyond: '<', upTo: '>=' } : { beyond: '>', upTo: '<=' };
  return Prisma.sql`(starts_at, id) ${Prisma.raw(operators[which])} (${startsAt}, ${id})`;
};

/** Found ids are looked up by primary key, whatever the plan: see docs/decisions/0068. */
const venueCondition = (venueId: number, ids: bigint[] | null): Prisma.Sql[] =>
  ids
    ? [Prisma.sql`id = ANY(${ids}::bigint[])`, Prisma.sql`venue_id + 0 = ${venueId}`]
    : [Prisma.sql`venue_id = ${venueId}`];

/** All conditions except the venue and the text search. */
function conditionsOf(query: Query, timezone: string): Prisma.Sql[] {
  const { from, to, status, facility_id, payment_status: payment, cursor, email } = query;
  const startOf = (date: string) => new Date(bookingDayStart(timezone, query.dayStart ?? MIDNIGHT, date));
  return [
    from !== undefined && Prisma.sql`starts_at >= ${startOf(from)}`,
    to !== undefined && to !== LAST_DATE && Prisma.sql`starts_at < ${startOf(addDays(to, 1))}`,
    // As a literal, so that PostgreSQL can use the partial index of the few unpaid holds.
    status === 'pending_payment' && Prisma.sql`status = 'pending_payment'`,
    status !== undefined && Prisma.sql`status = ${status}`,
    query.series !== undefined && Prisma.sql`series_id = ${query.series}::uuid`,
    facility_id !== undefined && Prisma.sql`facility_id = ${facility_id}`,
    payment !== undefined &&
      Prisma.sql`payment_status IS NOT DISTINCT FROM ${payment === 'none' ? null : payment}`,
    email !== undefined && Prisma.sql`lower(customer_email) = lower(${email}) AND erased_at IS NULL`,
    cursor !== undefined && positionCondition('beyond', positionOf(cursor), query),
  ].filter((condition) => condition !== false);
}
