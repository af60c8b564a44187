import { isDataFault } from '@venue-booking/kit/postgres/sql';
import { gatheredWith } from '@venue-booking/kit/process/gathered';
import type { FacilityMode } from '@venue-booking/proto/facility';
import type { Pricing } from '@venue-booking/proto/pricing';
import type { Timetable } from '@venue-booking/proto/timetable';
import { LRUCache } from 'lru-cache';
import type { AvailabilityDatabase, AvailabilityTx } from './database.ts';
import { roomUseOf, toUses } from './roomUse.ts';
import type { Interval, OpeningHours } from './schedule.ts';
import type { LedgerRow, SlotRules } from './slot.ts';
import { ledgerOf, toLedger } from './slotStore.ts';

/** A facility's rules as this service last heard of them. */
export type FacilityRules = SlotRules & {
  name: string;
  active: boolean;
  /** Of the smallest party that a booking is for. */
  minPeople: number;
  /** Null: a price per person, which is none of this service's business. */
  pricing: Pricing | null;
  /** Ids of the rooms that an occupied slot takes. */
  rooms: readonly number[];
  /** The days whose exceptions these rules have. */
  days: Days;
  /** Grows when anything changes that decides which slots there are on these days. */
  revision: bigint;
};

/** Booking days in a row, the first as `YYYY-MM-DD`. */
export type Days = { from: string; count: number };

/**
 * The exceptions of a facility `f` that the reader of some days needs: a venue keeps those of all its years.
 */
const exceptionsOf = (from: string, count: string) => `FROM availability.opening_exception x
  WHERE (x.venue_id, x.facility_id) = (f.venue_id, f.id) AND x.date >= ${from}::date AND x.date < ${from}::date + ${count}::integer`;

/**
 * What the database says of {@link FacilityRules.revision}, for a facility `f` and its venue `v`. A sum, as
 * each of its parts only grows: with the greatest, a newer copy of one part could hide behind another.
 * @param from,count the parameters of the statement that name the {@link Days}
 */
export const rulesRevision = (from: string, count: string) =>
  `(f.revision + v.revision + coalesce((SELECT sum(x.revision) ${exceptionsOf(from, count)}), 0))::bigint`;

type Row = {
  id: number;
  name: string;
  mode: FacilityMode;
  capacity: number;
  duration_minutes: number;
  buffer_minutes: number;
  opens_at: string;
  closes_at: string;
  open_days: number[];
  /** As JSON; null and the text of null are none. */
  timetable: string | null;
  active: boolean;
  min_people: number;
  /** As JSON. */
  pricing: string | null;
  rooms: number[];
  timezone: string;
  day_start: string;
  min_notice_minutes: number;
  max_advance_days: number | null;
  revision: bigint;
  exceptions: { date: string; closed: boolean; opens_at: string; closes_at: string }[] | null;
};

/** What is read of the facilities `f` of a venue `v` for some days; `from` and `count` as SQL. */
const rulesOf = (from: string, count: string) => `
  f.id, f.name, f.mode, f.capacity, f.duration_minutes, f.buffer_minutes, f.opens_at, f.closes_at, f.open_days,
  f.timetable, f.active, f.min_people, f.pricing::text AS pricing, f.rooms,
  v.timezone, v.day_start, v.min_notice_minutes, v.max_advance_days, ${rulesRevision(from, count)} AS revision,
  (SELECT json_agg(json_build_object('date', x.date, 'closed', x.closed, 'opens_at', x.opens_at, 'closes_at', x.closes_at))
   ${exceptionsOf(from, count)} AND NOT x.removed) AS exceptions`;

/** A facility and the days that its rules are wanted for. */
export type WantedRules = { venueId: number; facilityId: number; days: Days };

/** Reads the rules of a venue's facility for some days. Null when the venue has no such facility. */
export async function findRules(
  database: AvailabilityTx,
  { venueId, facilityId }: { venueId: number; facilityId: number },
  days: Days,
): Promise<FacilityRules | null> {
  const [rules = null] = await findEachRules(database, [{ venueId, facilityId, days }]);
  return rules;
}

/** Of each facility and its days that are wanted: who they are to be put in order by, in SQL. */
const WANTED = `unnest($1::integer[], $2::integer[], $3::text[], $4::integer[]) WITH ORDINALITY AS w(venue_id, facility_id, days_from, days_count, n)
  JOIN availability.facility f ON (f.venue_id, f.id) = (w.venue_id, w.facility_id)
  JOIN availability.venue v ON v.id = f.venue_id`;
const valuesOf = (wanted: readonly WantedRules[]) => [
  wanted.map(({ venueId }) => venueId),
  wanted.map(({ facilityId }) => facilityId),
  wanted.map(({ days }) => days.from),
  wanted.map(({ days }) => days.count),
];
const WANTED_RULES = `w.n::integer, ${rulesOf('w.days_from', 'w.days_count')}`;

/** `taken`: when its rooms are taken, by slots of whatever facility; by start, as rows are. */
type RulesAndRows = { rules: FacilityRules; rows: LedgerRow[]; taken: Interval[] };

const DAYS_SQL = `SELECT ${WANTED_RULES}, ${ledgerOf('w.days_from', 'w.days_count')} AS ledger,
  ${roomUseOf('w.days_from', 'w.days_count')} AS taken FROM ${WANTED}`;

/**
 * All that decides about the slots of a facility on some days, as it was at one instant; rows by time. Those
 * who ask at once share a statement.
 */
export const findDays = gatheredWith(
  async (database: AvailabilityDatabase, wanted: WantedRules[]): Promise<(RulesAndRows | null)[]> => {
    const rows = await database.$queryRawUnsafe<
      (Row & { n: number; ledger: string | null; taken: string | null })[]
    >(DAYS_SQL, ...valuesOf(wanted));
    const found = new Map(rows.map((row) => [row.n, row]));
    return wanted.map(({ days }, at) => {
      const row = found.get(at + 1);
      if (!row) return null;
      const { ledger, taken } = row;
      return { rules: toRules(row, days), rows: toLedger(row, ledger), taken: toUses(taken) };
    });
  },
  { gatherMs: 0, most: 16, alone: isDataFault },
);

/** As {@link findRules}, of many at once, each for days of its own; answers in their order. */
export async function findEachRules(
  database: AvailabilityTx,
  wanted: readonly WantedRules[],
): Promise<(FacilityRules | null)[]> {
  const rows = await database.$queryRawUnsafe<(Row & { n: number })[]>(
    `SELECT ${WANTED_RULES} FROM ${WANTED}`,
    ...valuesOf(wanted),
  );
  const found = new Map(rows.map((row) => [row.n, row]));
  return wanted.map(({ days }, at) => {
    const row = found.get(at + 1);
    return row ? toRules(row, days) : null;
  });
}

/** Reads the rules of some facilities of a venue, or of all (null), by their names. */
export async function findRulesOf(
  database: AvailabilityTx,
  { venueId, facilityIds }: { venueId: number; facilityIds: readonly number[] | null },
  days: Days,
): Promise<FacilityRules[]> {
  const rows = await database.$queryRawUnsafe<Row[]>(
    `SELECT ${rulesOf('$3', '$4')} FROM availability.facility f JOIN availability.venue v ON v.id = f.venue_id
     WHERE f.venue_id = $1 AND ($2::integer[] IS NULL OR f.id = ANY($2)) ORDER BY f.name, f.id`,
    venueId,
    facilityIds,
    days.from,
    days.count,
  );
  return rows.map((found) => toRules(found, days));
}

/** Price lists and timetables by their text, as reads find the same one again and again: 4 MB of text. */
const parsed = new LRUCache<string, Pricing | Timetable>({
  maxSize: 4_000_000,
  sizeCalculation: (_, text) => text.length,
  memoMethod: (text) => JSON.parse(text),
});
const parse = <T extends Pricing | Timetable>(text: string | null): T | null =>
  text === null || text === 'null' ? null : (parsed.memo(text) as T);

function toRules(row: Row, days: Days): FacilityRules {
  const exceptions = new Map<string, OpeningHours | null>();
  for (const { date, closed, opens_at, closes_at } of row.exceptions ?? [])
    exceptions.set(date, closed ? null : { opensAt: opens_at, closesAt: closes_at });
  return {
    facilityId: row.id,
    name: row.name,
    active: row.active,
    minPeople: row.min_people,
    pricing: parse<Pricing>(row.pricing),
    rooms: row.rooms,
    mode: row.mode,
    capacity: row.capacity,
    durationMinutes: row.duration_minutes,
    bufferMinutes: row.buffer_minutes,
    opensAt: row.opens_at,
    closesAt: row.closes_at,
    openDays: row.open_days,
    timetable: parse<Timetable>(row.timetable),
    timezone: row.timezone,
    dayStart: row.day_start,
    minNoticeMinutes: row.min_notice_minutes,
    maxAdvanceDays: row.max_advance_days,
    days,
    revision: row.revision,
    exceptions,
  };
}
