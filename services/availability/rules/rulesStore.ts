import { windowsOf } from '@venue-booking/domain/schedule/dayHours';
import { batchCallsWith } from '@venue-booking/kit/concurrency/batchCalls';
import { isDataError } from '@venue-booking/kit/postgres/sql';
import type { DayWindow, Timetable } from '@venue-booking/proto/facility/timetable';
import type { Pricing } from '@venue-booking/proto/price/pricing';
import type { Holiday } from '@venue-booking/proto/venue/holiday';
import { LRUCache } from 'lru-cache';
import { blocksSql } from '../blocks/blockStore.ts';
import type { AvailabilityDatabase, AvailabilityTx } from '../database.ts';
import { parseIntervals, roomUseSql } from '../rooms/roomUse.ts';
import type { Days } from '../schedule/schedule.ts';
import type { SlotRules } from '../slots/slot.ts';
import { ledgerSql, parseLedger } from '../slots/slotStore.ts';

/** A facility's rules, as of the last events from catalog. */
export type FacilityRules = SlotRules & {
  name: string;
  active: boolean;
  /** Size of the smallest party that may book. */
  minPeople: number;
  /** Size of the largest party; null: not published by the previous release of catalog. */
  maxPeoplePerBooking: number | null;
  /** Null: a price per person, which this service does not use. */
  pricing: Pricing | null;
  /** Ids of the rooms that an occupied slot takes. */
  rooms: readonly number[];
  /** The days for which `exceptions` is complete. */
  days: Days;
  /** Grows with every change that can affect the slots of these days. */
  revision: bigint;
};

/**
 * SQL for the exceptions of a facility `f`, and of its venue as a whole (facility 0), on the requested days.
 * A venue keeps those of many years.
 */
const exceptionsSql = (from: string, count: string) => `FROM availability.opening_exception x
  WHERE x.venue_id = f.venue_id AND x.facility_id IN (0, f.id) AND x.date >= ${from}::date AND x.date < ${from}::date + ${count}::integer`;

/**
 * SQL for {@link FacilityRules.revision} of a facility `f` and its venue `v`. It is a sum, because each part
 * only grows. With the maximum, a newer copy of one part could hide behind another.
 * @param from,count the statement's parameters for the {@link Days}
 */
export const rulesRevision = (from: string, count: string) =>
  `(f.revision + v.revision + coalesce((SELECT sum(x.revision) ${exceptionsSql(from, count)}), 0))::bigint`;

/** `pricing`, `timetable`, `holidays` and `windows` are JSON texts. */
type Row = Omit<FacilityRules, 'pricing' | 'timetable' | 'holidays' | 'days' | 'exceptions'> & {
  pricing: string | null;
  timetable: string | null;
  holidays: string | null;
  exceptions: ExceptionRow[] | null;
  /** Position in the list of requested rules, if each has its own days. */
  n?: number;
  /** Only for {@link findDays}. */
  ledger?: string | null;
  taken?: string | null;
  blocks?: string | null;
};

type ExceptionRow = {
  date: string;
  weekly: boolean;
  closed: boolean;
  opens_at: string;
  closes_at: string;
  windows: string | null;
};

/** Column for the special days of a facility `f`. A removed exception may restore the weekly hours. */
const exceptionsColumn = (from: string, count: string) => `
  (SELECT json_agg(json_build_object('date', x.date, 'weekly', x.removed, 'closed', x.closed, 'opens_at', x.opens_at,
     'closes_at', x.closes_at, 'windows', x.windows) ORDER BY x.facility_id)
   ${exceptionsSql(from, count)} AND (x.weekly OR NOT x.removed)) AS exceptions`;

/** Columns for the rules of facilities `f` of a venue `v` on some days; `from` and `count` are SQL. */
const rulesColumns = (from: string, count: string) => `
  f.id AS "facilityId", f.name, f.mode, f.capacity, f.duration_minutes AS "durationMinutes",
  f.buffer_minutes AS "bufferMinutes", f.opens_at AS "opensAt", f.closes_at AS "closesAt", f.open_days AS "openDays",
  f.timetable, f.active, f.min_people AS "minPeople",
  f.max_people_per_booking AS "maxPeoplePerBooking", f.pricing::text AS pricing, f.rooms,
  v.timezone, v.day_start AS "dayStart", v.min_notice_minutes AS "minNoticeMinutes",
  v.max_advance_days AS "maxAdvanceDays", v.holidays, ${rulesRevision(from, count)} AS revision,
  ${exceptionsColumn(from, count)}`;

/** A facility and the days that its rules are requested for. */
export type RulesRequest = { venueId: number; facilityId: number; days: Days };

/** Reads the rules of a venue's facility for some days. Null when the venue has no such facility. */
export async function findRules(
  database: AvailabilityTx,
  { venueId, facilityId }: { venueId: number; facilityId: number },
  days: Days,
): Promise<FacilityRules | null> {
  const [rules = null] = await findEachRules(database, [{ venueId, facilityId, days }]);
  return rules;
}

/** SQL source of the requested facilities and days; `n` is the position in the request. */
const REQUESTED = `unnest($1::integer[], $2::integer[], $3::text[], $4::integer[]) WITH ORDINALITY AS w(venue_id, facility_id, days_from, days_count, n)
  JOIN availability.facility f ON (f.venue_id, f.id) = (w.venue_id, w.facility_id)
  JOIN availability.venue v ON v.id = f.venue_id`;
const REQUESTED_RULES = `w.n::integer, ${rulesColumns('w.days_from', 'w.days_count')}`;

const DAYS_SQL = `SELECT ${REQUESTED_RULES}, ${ledgerSql('w.days_from', 'w.days_count')} AS ledger,
  ${roomUseSql('w.days_from', 'w.days_count')} AS taken, ${blocksSql('w.days_from', 'w.days_count')} AS blocks FROM ${REQUESTED}`;

/** For up to this many days a statement reads little, whatever the facility. */
const MAX_BATCHED_DAYS = 7;

const readDays = (database: AvailabilityDatabase, requests: RulesRequest[]) =>
  readEach(database, DAYS_SQL, requests, (row, days) => {
    const { ledger = null, taken = null, blocks = null } = row;
    return {
      rules: toRules(row, days),
      rows: parseLedger(row, ledger),
      taken: parseIntervals(taken),
      blocks: parseIntervals(blocks),
    };
  });
const readBatched = batchCallsWith(readDays, { maxBatch: 16, retryAlone: isDataError });

/**
 * Everything that decides the slots of a facility on some days, from one snapshot: its rules, its ledger rows
 * by time, its `blocks`, and the times at which its rooms are `taken` by slots of any facility, by start.
 * Concurrent calls for few days share a statement. A longer range runs alone, so that other callers do not
 * wait for 62 days of one facility.
 */
export async function findDays(database: AvailabilityDatabase, request: RulesRequest) {
  if (request.days.count <= MAX_BATCHED_DAYS) return readBatched(database, request);
  const [found = null] = await readDays(database, [request]);
  return found;
}

/** Like {@link findRules} for many facilities, each with its own days; results are in the same order. */
export const findEachRules = (
  database: AvailabilityTx,
  requests: readonly RulesRequest[],
): Promise<(FacilityRules | null)[]> =>
  readEach(database, `SELECT ${REQUESTED_RULES} FROM ${REQUESTED}`, requests, toRules);

/** Runs a statement for the requested facilities; null where the venue has no such facility. */
async function readEach<T>(
  database: AvailabilityTx,
  statement: string,
  requests: readonly RulesRequest[],
  toResult: (row: Row, days: Days) => T,
): Promise<(T | null)[]> {
  const rows = await database.$queryRawUnsafe<Row[]>(
    statement,
    requests.map(({ venueId }) => venueId),
    requests.map(({ facilityId }) => facilityId),
    requests.map(({ days }) => days.from),
    requests.map(({ days }) => days.count),
  );
  const found = new Map(rows.map((row) => [row.n, row]));
  return requests.map(({ days }, at) => {
    const row = found.get(at + 1);
    return row ? toResult(row, days) : null;
  });
}

/** Reads the rules of some facilities of a venue, or of all (null), ordered by name. */
export async function findRulesOf(
  database: AvailabilityTx,
  { venueId, facilityIds }: { venueId: number; facilityIds: readonly number[] | null },
  days: Days,
): Promise<FacilityRules[]> {
  const rows = await database.$queryRawUnsafe<Row[]>(
    `SELECT ${rulesColumns('$3', '$4')} FROM availability.facility f JOIN availability.venue v ON v.id = f.venue_id
     WHERE f.venue_id = $1 AND ($2::integer[] IS NULL OR f.id = ANY($2)) ORDER BY f.name, f.id`,
    venueId,
    facilityIds,
    days.from,
    days.count,
  );
  return rows.map((found) => toRules(found, days));
}

type Parsed = Pricing | Timetable | DayWindow[] | Holiday[];

/**
 * Parsed price lists, timetables, windows and holidays by their text, cached because reads repeat them: up to
 * 4 million characters.
 */
const parsed = new LRUCache<string, Parsed>({
  maxSize: 4_000_000,
  sizeCalculation: (_, text) => text.length,
  memoMethod: (text) => JSON.parse(text),
});
const parse = <T extends Parsed>(text: string | null): T | null =>
  text === null || text === 'null' ? null : (parsed.memo(text) as T);

const NO_HOLIDAYS: readonly Holiday[] = [];

const toRules = (
  { n, ledger, taken, blocks, pricing, timetable, holidays, exceptions, ...row }: Row,
  days: Days,
): FacilityRules => ({
  ...row,
  days,
  pricing: parse<Pricing>(pricing),
  timetable: parse<Timetable>(timetable),
  holidays: parse<Holiday[]>(holidays) ?? NO_HOLIDAYS,
  exceptions: toExceptions(exceptions),
});

/** The windows of each day. Those of the facility come last, and take precedence. */
const toExceptions = (rows: ExceptionRow[] | null): FacilityRules['exceptions'] =>
  new Map(
    rows?.map(({ date, weekly, windows, ...hours }) => [
      date,
      weekly ? 'weekly' : windowsOf({ ...hours, windows: parse<DayWindow[]>(windows) ?? [] }),
    ]),
  );

/** The special days of a venue as a whole, as a new facility has them. */
export async function findVenueDays(
  database: AvailabilityTx,
  { id, holidays }: { id: number; holidays: string | null },
  days: Days,
): Promise<Pick<FacilityRules, 'exceptions' | 'holidays'>> {
  const [row] = await database.$queryRawUnsafe<Pick<Row, 'exceptions'>[]>(
    `SELECT ${exceptionsColumn('$2', '$3')} FROM (SELECT $1::integer AS venue_id, 0 AS id) f`,
    id,
    days.from,
    days.count,
  );
  return {
    exceptions: toExceptions(row?.exceptions ?? null),
    holidays: parse<Holiday[]>(holidays) ?? NO_HOLIDAYS,
  };
}
