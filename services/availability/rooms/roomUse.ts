import { addDays } from '@venue-booking/domain/schedule/venueTime';
import type { AvailabilityTx } from '../database.ts';
import { type Interval, MINUTE_MS } from '../schedule/schedule.ts';

/** When rooms are taken. Database triggers maintain this table (docs/decisions/0076-rooms.md). */

/** SQL join of the uses of each room `r`. `OFFSET 0` makes it one index lookup per room. */
export const usesOf = (venue: string, during: string) => `
  CROSS JOIN LATERAL (SELECT u.during, u.slot_id FROM availability.room_use u
    WHERE u.venue_id = ${venue} AND u.room_id = r.id AND u.during && ${during} OFFSET 0) u`;

/** Columns of a use `u`, as an {@link Interval}. */
export const DURING = `date_part('epoch', lower(u.during)) * 1000 AS "startsAt", date_part('epoch', upper(u.during)) * 1000 AS "endsAt"`;

/**
 * SQL of a subquery for the times at which the rooms of a facility `f` are taken, ordered by start. It covers
 * some booking days and two more on both sides. Like `ledgerSql`, it returns one text; {@link parseIntervals}
 * parses its two numbers per use. A booking that takes several rooms appears once, which halves the time with
 * eight rooms.
 */
export const roomUseSql = (from: string, count: string) => `
  (SELECT string_agg(date_part('epoch', lower(u.during))::bigint / 60 || ',' || date_part('epoch', upper(u.during))::bigint / 60,
     ',' ORDER BY lower(u.during))
   FROM (SELECT DISTINCT u.during FROM unnest(f.rooms) AS r(id)
     ${usesOf('f.venue_id', `tstzrange(${from}::date - 2, ${from}::date + ${count}::integer + 2)`)}) u)`;

/** Parses a text of two numbers per interval, in minutes; null means none. */
export function parseIntervals(text: string | null): Interval[] {
  const minutes: number[] = JSON.parse(`[${text ?? ''}]`);
  const intervals: Interval[] = [];
  for (let at = 0; at < minutes.length; at += 2) {
    const [start = 0, end = 0] = [minutes[at], minutes[at + 1]];
    intervals.push({ startsAt: start * MINUTE_MS, endsAt: end * MINUTE_MS });
  }
  return intervals;
}

/** The time for which a booked slot takes a room. */
export type RoomUse = Interval & { slotId: number };

/** Uses of a venue's rooms that may touch the days `from` to `to`, by room; each list is ordered by start. */
export async function findRoomUse(
  database: AvailabilityTx,
  { venueId, rooms }: { venueId: number; rooms: readonly number[] },
  from: string,
  to: string,
): Promise<Map<number, RoomUse[]>> {
  if (rooms.length === 0) return new Map();
  const rows = await database.$queryRawUnsafe<(RoomUse & { id: number })[]>(
    `SELECT r.id, u.slot_id::float8 AS "slotId", ${DURING} FROM unnest($2::integer[]) AS r(id) ${usesOf('$1', 'tstzrange($3::timestamptz, $4::timestamptz)')}
     ORDER BY lower(u.during)`,
    venueId,
    rooms,
    new Date(`${addDays(from, -2)}T00:00:00Z`),
    new Date(`${addDays(to, 3)}T00:00:00Z`),
  );
  return Map.groupBy(rows, ({ id }) => id);
}

/** Those of the given slots that would lack one of these rooms, because another slot has it at that time. */
export async function findSlotsWithoutRoom(
  database: AvailabilityTx,
  { venueId, rooms }: { venueId: number; rooms: readonly number[] },
  slotIds: readonly number[],
): Promise<Set<number>> {
  if (rooms.length === 0) return new Set();
  const rows = await database.$queryRawUnsafe<{ id: number }[]>(
    `SELECT DISTINCT s.id::float8 AS id FROM availability.slot s
     JOIN availability.facility f ON f.id = s.facility_id AND f.venue_id + 0 = s.venue_id -- see docs/decisions/0068
     CROSS JOIN unnest($2::integer[]) AS r(id)
     ${usesOf('s.venue_id', "tstzrange(s.starts_at, coalesce(s.free_at, s.ends_at + f.buffer_minutes * interval '1 minute'))")}
     WHERE s.id = ANY($3::bigint[]) AND s.venue_id + 0 = $1 AND u.slot_id <> s.id`,
    venueId,
    rooms,
    slotIds,
  );
  return new Set(rows.map(({ id }) => id));
}
