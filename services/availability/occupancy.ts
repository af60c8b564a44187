import { addDays, daysBetween, localAt, offsetAt, weekdayOf } from '@venue-booking/kit/venueTime';
import type { HourOfFacility } from '@venue-booking/proto/figures';
import type { AvailabilityDatabase } from './database.ts';
import { type FacilityRules, findRules } from './rulesStore.ts';
import { bookingDay, slotsOn } from './schedule.ts';

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
  const facilities = await database.facility.findMany({
    where: { venueId, active: true },
    orderBy: { id: 'asc' },
  });
  const span = { from, count: daysBetween(from, to) + 1 };
  const found: FacilityRules[] = [];
  for (const { id } of facilities) {
    const rules = await findRules(database, { venueId, facilityId: id }, span);
    if (rules) found.push(rules);
  }
  const [first] = found;
  if (!first) return [];
  const rows = await readLedger(database, input, first, found);
  const changing = changingDays(first, span);
  return found.flatMap((rules) => {
    const offered = offeredBy(rules, span, changing);
    const ofFacility = new Map(
      rows
        .filter((row) => row.facility_id === rules.facilityId)
        .map((row) => [row.weekday * 24 + row.hour, row]),
    );
    return [...new Set([...offered.keys(), ...ofFacility.keys()])].map((key) => {
      const { booked = 0, change = 0 } = ofFacility.get(key) ?? {};
      return {
        facilityId: rules.facilityId,
        facility: rules.name,
        weekday: Math.floor(key / 24),
        hour: key % 24,
        offered: Math.max(booked, (offered.get(key) ?? 0) + change),
        booked,
      };
    });
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

/** What a facility offers by its opening hours. Days that are alike are worked out once. */
function offeredBy(rules: FacilityRules, span: Span, changing: ReadonlySet<string>): Hours {
  const offered: Hours = new Map();
  const known = new Map<string, number[]>();
  for (const date of datesOf(span)) {
    const exception = rules.exceptions.get(date);
    const alike = `${weekdayOf(date)} ${JSON.stringify(exception)} ${changing.has(date) ? date : ''}`;
    const starts =
      known.get(alike) ?? slotsOn(rules, date).map(({ startsAt }) => hourOfWeek(rules, startsAt));
    known.set(alike, starts);
    for (const hour of starts) offered.set(hour, (offered.get(hour) ?? 0) + 1);
  }
  return offered;
}

function hourOfWeek({ timezone }: FacilityRules, instant: number): number {
  const local = localAt(timezone, instant);
  return weekdayOf(local.slice(0, 10)) * 24 + Number(local.slice(11, 13));
}
