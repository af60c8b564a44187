import { setImmediate } from 'node:timers/promises';
import { addDays, daysBetween, localAt, offsetAt, weekdayOf } from '@venue-booking/kit/venueTime';
import type { HourOfFacility } from '@venue-booking/proto/figures';
import type { AvailabilityDatabase } from './database.ts';
import { type FacilityRules, findRulesOf } from './rulesStore.ts';
import { bookingDay, dayPartsOn, slotsOn } from './schedule.ts';

/** How many slots start in each hour of a week, by `weekday * 24 + hour`. */
type Hours = Map<number, number>;

type Input = { venueId: number; from: string; to: string };
type Row = { facility_id: number; weekday: number; hour: number; booked: number; change: number };

/**
 * How the active facilities of a venue were filled over some booking days, by the hour in which slots start.
 * What was offered follows from the opening hours of today, less what is blocked; where more was booked than
 * that, as much was offered.
 */
export async function occupancy(database: AvailabilityDatabase, input: Input): Promise<HourOfFacility[]> {
  const { venueId, from, to } = input;
  const span = { from, count: daysBetween(from, to) + 1 };
  const all = await findRulesOf(database, { venueId, facilityIds: null }, span);
  const found = all.filter(({ active }) => active).sort((a, b) => a.facilityId - b.facilityId);
  const [first] = found;
  if (!first) return [];
  const rows = await readLedger(database, input, first, found);
  const changing = changingDays(first, span);
  const rowsOf = Map.groupBy(rows, (row) => row.facility_id);
  const known: KnownDays = new Map();
  const hours: HourOfFacility[] = [];
  for (const rules of found) {
    hours.push(...hoursOf(rules, offeredBy(rules, { span, changing, known }), rowsOf.get(rules.facilityId)));
    // A venue may have a thousand facilities: others are answered in between.
    await setImmediate();
  }
  return hours;
}

function hoursOf(rules: FacilityRules, offered: Hours, rows: readonly Row[] = []): HourOfFacility[] {
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
 * What was booked, and by how much less was offered as slots are blocked or have no places: one row for each
 * facility and hour of a week.
 */
function readLedger(
  database: AvailabilityDatabase,
  { venueId, from, to }: Input,
  rules: FacilityRules,
  facilities: readonly FacilityRules[],
): Promise<Row[]> {
  const [startsAt, endsAt] = [bookingDay(rules, from).startsAt, bookingDay(rules, to).endsAt];
  return database.$queryRaw<Row[]>`
    SELECT facility_id, extract(isodow FROM local)::integer AS weekday, extract(hour FROM local)::integer AS hour,
      sum(booked) AS booked, sum(CASE WHEN blocked THEN booked ELSE sign(places) END - 1) AS change
    FROM (
      SELECT facility_id, local, blocked, places,
        CASE WHEN mode = 'FULL' THEN least(booked, 1) ELSE booked::float8 / greatest(places, booked, 1) END AS booked
      FROM (
        SELECT s.facility_id, s.starts_at AT TIME ZONE ${rules.timezone} AS local, s.blocked, s.booked, f.mode,
          coalesce(s.capacity, f.capacity) AS places
        FROM availability.slot s JOIN availability.facility f ON (f.venue_id, f.id) = (s.venue_id, s.facility_id)
        WHERE s.venue_id = ${venueId} AND s.facility_id = ANY(${facilities.map(({ facilityId }) => facilityId)}::integer[])
          AND s.starts_at >= ${new Date(startsAt)} AND s.starts_at < ${new Date(endsAt)}
      ) AS slots
    ) AS filled
    GROUP BY 1, 2, 3`;
}

type Span = { from: string; count: number };

const datesOf = ({ from, count }: Span): string[] =>
  Array.from({ length: count }, (_, index) => addDays(from, index));

/** The booking days in which clocks change: they have slots of their own. */
function changingDays(rules: FacilityRules, span: Span): Set<string> {
  const { timezone } = rules;
  const changes = (date: string) => {
    const { startsAt, endsAt } = bookingDay(rules, date);
    return offsetAt(timezone, startsAt) !== offsetAt(timezone, endsAt);
  };
  return new Set(datesOf(span).filter(changes));
}

/** The hours of the week in which slots start on a day, by all that decides about that. */
type KnownDays = Map<string, number[]>;

/** What a facility offers by its opening hours. Days alike are worked out once for all facilities. */
function offeredBy(
  rules: FacilityRules,
  { span, changing, known }: { span: Span; changing: ReadonlySet<string>; known: KnownDays },
): Hours {
  const { durationMinutes, bufferMinutes } = rules;
  const alike = Map.groupBy(datesOf(span), (date) => {
    const weekday = weekdayOf(date);
    const parts = dayPartsOn(rules, date);
    return JSON.stringify([weekday, parts, durationMinutes, bufferMinutes, changing.has(date) ? date : null]);
  });
  const offered: Hours = new Map();
  for (const [key, dates] of alike) {
    const [date = ''] = dates;
    const starts = known.get(key) ?? slotsOn(rules, date).map(({ startsAt }) => hourOfWeek(rules, startsAt));
    known.set(key, starts);
    for (const hour of starts) offered.set(hour, (offered.get(hour) ?? 0) + dates.length);
  }
  return offered;
}

function hourOfWeek({ timezone }: FacilityRules, instant: number): number {
  const local = localAt(timezone, instant);
  return weekdayOf(local.slice(0, 10)) * 24 + Number(local.slice(11, 13));
}
