import { setImmediate } from 'node:timers/promises';
import { daysBetween, localAt, weekdayOf } from '@venue-booking/domain/schedule/venueTime';
import type { HourOfFacility } from '@venue-booking/proto/reports/figures';
import { blocksOf, COVERS, findBlocks } from '../blocks/blockStore.ts';
import type { AvailabilityDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { type FacilityRules, findRulesOf } from '../rules/rulesStore.ts';
import { groupEqualDays } from '../schedule/equalDays.ts';
import { mergeOverlapping, overlapsAny } from '../schedule/intervals.ts';
import { type BookingDay, bookingDay, datesOf, type Interval, slotsOn } from '../schedule/schedule.ts';
import { findRoomConflicts } from './roomConflicts.ts';

/** Number of slots that start in each hour of a week, by `weekday * 24 + hour`. */
type Hours = Map<number, number>;

type Row = {
  facility_id: number;
  weekday: number;
  hour: number;
  booked: number;
  change: number;
  /** Times without places, from start to end in ms since 1970. */
  empty: [startsAt: number, endsAt: number][] | null;
};

/**
 * The occupancy of a venue's active facilities over some booking days, by the hour in which slots start. The
 * offer follows from today's opening hours, less slots that are blocked, have no places or lack a room. It is
 * never less than the number of booked slots.
 * @param without uids of bookings whose places do not count, because they await payment
 */
export async function occupancy(
  database: AvailabilityDatabase,
  {
    venueId,
    from,
    to,
    without = [],
  }: { venueId: number; from: string; to: string; without?: string[] | undefined },
): Promise<HourOfFacility[]> {
  const span = { from, count: daysBetween(from, to) + 1 };
  const all = await findRulesOf(database, { venueId, facilityIds: null }, span);
  const found = all.filter(({ active }) => active).sort((a, b) => a.facilityId - b.facilityId);
  const [first] = found;
  if (!first) return [];
  // All facilities of a venue have the same booking days.
  const days = datesOf(span).map((date) => bookingDay(first, date));
  const interval = intervalOf(days);
  const [rows, roomTakenFor, blocks] = await Promise.all([
    readLedger(database, { venueId, days, without }, first, found),
    findRoomConflicts(database, { venueId, facilities: found }, interval),
    findBlocks(database, { venueId, ...interval }),
  ]);
  const rowsOf = Map.groupBy(rows, (row) => row.facility_id);
  const cachedDays: CachedDays = new Map();
  const hours: HourOfFacility[] = [];
  for (const rules of found) {
    const ofFacility = rowsOf.get(rules.facilityId) ?? [];
    const isRoomTaken = roomTakenFor(rules);
    // One list, because a time that is blocked and has no places is subtracted once.
    const blocked = mergeOverlapping([...blocksOf(blocks, rules), ...ofFacility.flatMap(emptyTimes)]);
    const isShut = (slot: Interval) => overlapsAny(blocked, slot) || isRoomTaken?.(slot) === true;
    const isOpen = blocked.length === 0 && !isRoomTaken;
    const offered = offeredBy(rules, { days, cachedDays, isShut: isOpen ? null : isShut });
    hours.push(...hoursOf(rules, offered, ofFacility));
    // A venue may have a thousand facilities: let other requests run in between.
    await setImmediate();
  }
  return hours;
}

const intervalOf = (days: readonly BookingDay[]): Interval => ({
  startsAt: days[0]?.startsAt ?? 0,
  endsAt: days.at(-1)?.endsAt ?? 0,
});

const emptyTimes = ({ empty }: Row): Interval[] =>
  (empty ?? []).map(([startsAt, endsAt]) => ({ startsAt, endsAt }));

function hoursOf(rules: FacilityRules, offered: Hours, rows: readonly Row[]): HourOfFacility[] {
  const rowOf = new Map(rows.map((row) => [row.weekday * 24 + row.hour, row]));
  return [...new Set([...offered.keys(), ...rowOf.keys()])].map((key) => {
    const { booked = 0, change = 0 } = rowOf.get(key) ?? {};
    return {
      facilityId: rules.facilityId,
      facility: rules.name,
      weekday: Math.floor(key / 24),
      hour: key % 24,
      offered: Math.max(booked, (offered.get(key) ?? 0) + change),
      booked,
    };
  });
}

/**
 * Booked slots, and how many of them the offer lacks because they are blocked or have no places. A partly
 * booked slot counts as a fraction. Returns one row per facility and hour of the week, whose weekday is that
 * of the booking day.
 */
function readLedger(
  database: AvailabilityDatabase,
  { venueId, days, without }: { venueId: number; days: readonly BookingDay[]; without: string[] },
  rules: FacilityRules,
  facilities: readonly FacilityRules[],
): Promise<Row[]> {
  const { startsAt, endsAt } = intervalOf(days);
  const starts = days.map((day) => new Date(day.startsAt).toISOString());
  return database.$queryRaw<Row[]>`
    SELECT facility_id, extract(isodow FROM ${days[0]?.date}::date + day - 1)::integer AS weekday, extract(hour FROM local)::integer AS hour,
      sum(booked) AS booked, coalesce(sum(booked) FILTER (WHERE blocked OR places = 0), 0) AS change,
      json_agg(json_build_array(date_part('epoch', starts_at) * 1000, date_part('epoch', ends_at) * 1000))
        FILTER (WHERE places = 0) AS empty
    FROM (
      SELECT facility_id, local, day, starts_at, ends_at, blocked, places,
        CASE WHEN mode = 'FULL' THEN least(booked, 1) ELSE booked::float8 / greatest(places, booked, 1) END AS booked
      FROM (
        SELECT s.facility_id, s.starts_at AT TIME ZONE ${rules.timezone} AS local, s.starts_at, s.ends_at,
          width_bucket(s.starts_at, ${starts}::timestamptz[]) AS day, s.booked - coalesce(u.places, 0) AS booked, f.mode,
          coalesce(s.capacity, f.capacity) AS places,
          coalesce(k.blocked && tstzrange(s.starts_at, s.ends_at), false) AS blocked
        FROM availability.slot s JOIN availability.facility f ON (f.venue_id, f.id) = (s.venue_id, s.facility_id)
        LEFT JOIN (
          SELECT f.id, range_agg(b.during) AS blocked FROM availability.block b
          JOIN availability.facility f ON f.venue_id = b.venue_id AND ${Prisma.raw(COVERS)}
          WHERE b.venue_id = ${venueId} AND b.during && tstzrange(${new Date(startsAt)}, ${new Date(endsAt)})
          GROUP BY f.id
        ) k ON k.id = f.id
        LEFT JOIN (
          SELECT slot_id, sum(places)::integer AS places FROM availability.allocation
          WHERE booking_uid = ANY(${without}::uuid[]) AND venue_id + 0 = ${venueId} AND released_at IS NULL -- by the unique uid: see docs/decisions/0068
          GROUP BY slot_id
        ) u ON u.slot_id = s.id
        WHERE s.venue_id = ${venueId} AND s.facility_id = ANY(${facilities.map(({ facilityId }) => facilityId)}::integer[])
          AND s.starts_at >= ${new Date(startsAt)} AND s.starts_at < ${new Date(endsAt)}
      ) AS slots
    ) AS filled
    GROUP BY 1, 2, 3`;
}

/**
 * Cached slots by the key of {@link groupEqualDays}: the hour of the week in which each starts, and its times
 * in ms since the start of the day.
 */
type CachedDays = Map<string, (Interval & { hour: number })[]>;

/**
 * The slots that a facility offers by its opening hours, less those that are shut. Days with equal slots are
 * computed once for all facilities.
 */
function offeredBy(
  rules: FacilityRules,
  {
    days,
    cachedDays,
    isShut,
  }: {
    days: readonly BookingDay[];
    cachedDays: CachedDays;
    isShut: ((slot: Interval) => boolean) | null;
  },
): Hours {
  const offered: Hours = new Map();
  for (const [key, same] of groupEqualDays(rules, days)) {
    const slots = cachedDays.get(key) ?? slotsOf(rules, same[0] as BookingDay);
    cachedDays.set(key, slots);
    for (const { hour, startsAt, endsAt } of slots) {
      const isOffered = (day: BookingDay) =>
        !isShut?.({ startsAt: day.startsAt + startsAt, endsAt: day.startsAt + endsAt });
      const count = isShut ? same.filter(isOffered).length : same.length;
      offered.set(hour, (offered.get(hour) ?? 0) + count);
    }
  }
  return offered;
}

const slotsOf = (rules: FacilityRules, day: BookingDay) =>
  slotsOn(rules, day.date).map(({ startsAt, endsAt }) => ({
    hour: weekdayOf(day.date) * 24 + hourOf(rules, startsAt),
    startsAt: startsAt - day.startsAt,
    endsAt: endsAt - day.startsAt,
  }));

const hourOf = ({ timezone }: FacilityRules, instant: number): number =>
  Number(localAt(timezone, instant).slice(11, 13));
