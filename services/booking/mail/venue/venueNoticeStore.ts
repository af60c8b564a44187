import type { BookingDatabase } from '../../database.ts';
import { Prisma } from '../../gen/prisma/client.ts';
import type { NoticeKind } from './queueVenueNotices.ts';

/** Local time at which the daily mail is sent. */
const DAILY_AT = '07:00';
/** Maximum number of notices per mail. */
const MAX_NOTICES = 5000;

/**
 * When the daily mail with a notice from `since` is due: the next {@link DAILY_AT} in the venue's timezone.
 */
export const dailyAfter = (since: Prisma.Sql, timezone: Prisma.Sql): Prisma.Sql => Prisma.sql`
  ((${since} AT TIME ZONE ${timezone} - ${DAILY_AT}::interval)::date + 1 + ${DAILY_AT}::time) AT TIME ZONE ${timezone}`;

/** A kind of change of a booking. `times`: how often it happened since the last mail to the venue. */
export type Notice = { bookingId: number; kind: NoticeKind; times: number };

/** Claims venues with due notices. Each is not claimed again for `pauseMs`. */
export async function claimVenues(
  database: BookingDatabase,
  { limit, pauseMs }: { limit: number; pauseMs: number },
): Promise<number[]> {
  const rows = await database.$queryRaw<{ id: number }[]>`
    WITH waiting AS (SELECT venue_id, min(since) AS since FROM booking.venue_notice GROUP BY venue_id),
    due AS MATERIALIZED (
      SELECT v.id FROM waiting w JOIN booking.venue v ON v.id = w.venue_id
      WHERE v.notices_from <= now()::timestamptz(3)
        AND (NOT v.notify_daily OR ${dailyAfter(Prisma.sql`w.since`, Prisma.sql`v.timezone`)} <= now())
      ORDER BY v.notices_from LIMIT ${limit} FOR NO KEY UPDATE OF v SKIP LOCKED
    )
    UPDATE booking.venue v SET notices_from = now() + ${pauseMs} * interval '1 millisecond'
    FROM due WHERE v.id = due.id
    RETURNING v.id`;
  return rows.map(({ id }) => id);
}

/** The notices of a venue, oldest first. */
export const readNotices = (database: BookingDatabase, venueId: number): Promise<Notice[]> =>
  database.$queryRaw`
    SELECT booking_id::float8 AS "bookingId", kind, times FROM booking.venue_notice
    WHERE venue_id = ${venueId} ORDER BY since, booking_id, kind LIMIT ${MAX_NOTICES}`;

/** Deletes notices that were sent, except those that happened again meanwhile. */
export async function deleteNotices(
  database: BookingDatabase,
  venueId: number,
  notices: Notice[],
): Promise<void> {
  const column = <K extends keyof Notice>(key: K) => notices.map((it) => it[key]);
  await database.$executeRaw`
    DELETE FROM booking.venue_notice n
    USING unnest(${column('bookingId')}::bigint[], ${column('kind')}::text[], ${column('times')}::integer[])
      AS notified(booking_id, kind, times)
    WHERE n.venue_id = ${venueId} AND (n.booking_id, n.kind, n.times) = (notified.booking_id, notified.kind, notified.times)`;
}

/** Deletes notices that could not be sent within `ageMs`. */
export async function deleteOldNotices(
  database: BookingDatabase,
  venueId: number,
  ageMs: number,
): Promise<void> {
  await database.$executeRaw`
    DELETE FROM booking.venue_notice
    WHERE venue_id = ${venueId} AND since < now() - ${ageMs} * interval '1 millisecond'`;
}
