import { addDays } from '@venue-booking/domain/schedule/venueTime';
import { parseSlotId, slotIdOf } from '@venue-booking/proto/facility/slotId';
import { blockedSql } from '../blocks/blockStore.ts';
import type { AvailabilityTx } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { type Interval, MINUTE_MS } from '../schedule/schedule.ts';
import type { LedgerRow, SlotRules } from './slot.ts';

/** Columns of a {@link LedgerRow}. */
const LEDGER_ROW = `s.id::float8 AS id, date_part('epoch', s.starts_at) * 1000 AS "startsAt",
  date_part('epoch', s.ends_at) * 1000 AS "endsAt", s.capacity, s.booked,
  s.booked > 0 AND (s.private OR s.moving) IS TRUE AS "isPrivate", date_part('epoch', s.free_at) * 1000 AS "freeAt"`;

/**
 * SQL for the capacity of a slot `s` of a facility `f`. Without its own, it is the lowest that applies during
 * the slot: own capacities keep their time when the opening hours change. See `capacityOf` in slot.ts.
 */
export const capacitySql = (endsAt: string) => `coalesce(s.capacity, (
  SELECT CASE WHEN range_agg(tstzrange(o.starts_at, o.ends_at)) @> tstzrange(s.starts_at, ${endsAt}) THEN min(o.capacity)
    ELSE least(min(o.capacity), f.capacity) END
  FROM availability.slot o
  WHERE o.venue_id = s.venue_id AND o.facility_id = s.facility_id AND o.capacity IS NOT NULL
    AND o.starts_at > s.starts_at - interval '2 days' AND o.starts_at < ${endsAt} AND o.ends_at > s.starts_at))`;

/** The number of booked places of a slot is always below this. */
const BOOKED_BITS = 2 ** 20;

/**
 * SQL of a subquery for the ledger rows, by time, of a facility `f` that may touch some booking days. It
 * reads two more days on both sides, to cover every time zone. The result is one text, so that a larger
 * statement can include it; {@link parseLedger} parses it. A row with nothing but booked places becomes one
 * number: its start in minutes and the places. Other rows become six numbers. With so many for every row,
 * PostgreSQL takes twice as long.
 */
export const ledgerSql = (from: string, count: string) => `
  (SELECT string_agg(
     CASE WHEN s.capacity IS NOT NULL OR s.ends_at <> s.starts_at + f.duration_minutes * interval '1 minute'
       OR (s.private OR s.moving) AND f.mode <> 'FULL' OR s.free_at <> s.ends_at + f.buffer_minutes * interval '1 minute'
     THEN '[' || date_part('epoch', s.starts_at)::bigint / 60 || ',' || date_part('epoch', s.ends_at)::bigint / 60
       || ',' || s.booked || ',' || coalesce(s.capacity, -1)
       || ',' || ((s.private OR s.moving) IS TRUE)::integer || ',' || coalesce(date_part('epoch', s.free_at)::bigint / 60, -1) || ']'
     ELSE (date_part('epoch', s.starts_at)::bigint / 60 * ${BOOKED_BITS} + s.booked)::text END, ',' ORDER BY s.starts_at)
   FROM availability.slot s WHERE s.venue_id = f.venue_id AND s.facility_id = f.id
     AND s.starts_at >= ${from}::date - 2 AND s.starts_at < ${from}::date + ${count}::integer + 2
     AND (s.booked > 0 OR s.capacity IS NOT NULL))`;

/** Parses the result of {@link ledgerSql} for one facility; null means no rows. */
export function parseLedger(
  rules: Pick<SlotRules, 'facilityId' | 'durationMinutes' | 'bufferMinutes' | 'mode'>,
  text: string | null,
): LedgerRow[] {
  return (JSON.parse(`[${text ?? ''}]`) as (number | SixNumbers)[]).map((row) => {
    const [start, end, booked, capacity, isPrivate, free] =
      typeof row === 'number' ? plainRow(row, rules) : row;
    const startsAt = start * MINUTE_MS;
    return {
      id: slotIdOf(rules.facilityId, startsAt) as number,
      startsAt,
      endsAt: end * MINUTE_MS,
      capacity: capacity < 0 ? null : capacity,
      booked,
      isPrivate: isPrivate === 1,
      freeAt: free < 0 ? null : free * MINUTE_MS,
    };
  });
}

type SixNumbers = [
  start: number,
  end: number,
  booked: number,
  capacity: number,
  isPrivate: number,
  freeAt: number,
];

const plainRow = (
  row: number,
  { durationMinutes, bufferMinutes, mode }: Pick<SlotRules, 'durationMinutes' | 'bufferMinutes' | 'mode'>,
): SixNumbers => {
  const start = Math.floor(row / BOOKED_BITS);
  const end = start + durationMinutes;
  return [start, end, row % BOOKED_BITS, -1, mode === 'FULL' ? 1 : 0, end + bufferMinutes];
};

/**
 * Ledger rows of a venue that may touch the days `from` to `to`, by facility; each list is ordered by time.
 */
export async function findRowsByFacility(
  database: AvailabilityTx,
  { venueId, facilityIds }: { venueId: number; facilityIds: readonly number[] },
  from: string,
  to: string,
): Promise<Map<number, LedgerRow[]>> {
  const rows = await database.$queryRaw<LedgerRow[]>`
    SELECT ${Prisma.raw(LEDGER_ROW)} FROM availability.slot s
    WHERE venue_id = ${venueId} AND facility_id = ANY(${facilityIds}::integer[])
      AND starts_at >= ${new Date(`${addDays(from, -2)}T00:00:00Z`)}
      AND starts_at < ${new Date(`${addDays(to, 3)}T00:00:00Z`)}
    ORDER BY facility_id, starts_at`;
  return Map.groupBy(rows, ({ id }) => parseSlotId(id)?.facilityId ?? 0);
}

/** A ledger row, and whether its time is blocked. */
export type BlockableRow = LedgerRow & { blocked: boolean };

/** Ledger rows of those slots that belong to the venue. Finds them by id alone: see docs/decisions/0068. */
export const findRowsOf = (
  database: AvailabilityTx,
  venueId: number,
  slotIds: readonly number[],
): Promise<BlockableRow[]> =>
  database.$queryRawUnsafe(
    `SELECT ${LEDGER_ROW}, ${blockedSql('tstzrange(s.starts_at, s.ends_at)')} AS blocked
     FROM availability.slot s JOIN availability.facility f ON f.id = s.facility_id
     WHERE s.id = ANY($2::bigint[]) AND s.venue_id + 0 = $1`,
    venueId,
    slotIds,
  );

/** Those of the given slots in which several bookings hold places. */
export async function findSharedSlots(
  database: AvailabilityTx,
  venueId: number,
  slotIds: readonly number[],
): Promise<Set<number>> {
  const rows = await database.$queryRaw<{ id: number }[]>`
    SELECT s.id::float8 FROM unnest(${slotIds}::bigint[]) AS s(id) CROSS JOIN LATERAL (
      SELECT FROM availability.allocation WHERE venue_id = ${venueId} AND slot_id = s.id AND released_at IS NULL
      OFFSET 1 LIMIT 1) another -- one key lookup per slot: see docs/decisions/0068`;
  return new Set(rows.map(({ id }) => id));
}

/** A slot that needs a ledger row. */
export type NewSlotRow = Interval & { venueId: number; facilityId: number; id: number };

/** Slots as an SQL table, ordered by id so that concurrent statements cannot deadlock. */
function slotTable(slots: readonly NewSlotRow[]) {
  const sorted = slots.toSorted((a, b) => a.id - b.id);
  return Prisma.sql`
    unnest(${sorted.map(({ venueId }) => venueId)}::integer[], ${sorted.map(({ facilityId }) => facilityId)}::integer[],
      ${sorted.map(({ id }) => id)}::bigint[], ${sorted.map(({ startsAt }) => new Date(startsAt))}::timestamptz[],
      ${sorted.map(({ endsAt }) => new Date(endsAt))}::timestamptz[]) AS needed(venue_id, facility_id, id, starts_at, ends_at)`;
}

/**
 * Sets `slot.blocked`, for the reads of the previous release. Returns the number of slots that were not
 * blocked yet.
 */
export const mirrorBlocked = (database: AvailabilityTx, slots: readonly NewSlotRow[]): Promise<number> =>
  database.$executeRaw`
    INSERT INTO availability.slot AS s (venue_id, facility_id, id, starts_at, ends_at, blocked)
    SELECT venue_id, facility_id, id, starts_at, ends_at, true FROM ${slotTable(slots)}
    ON CONFLICT (venue_id, id) DO UPDATE SET blocked = true WHERE NOT s.blocked`;

/**
 * Inserts the missing ledger rows of slots. This is a separate statement, because inserting rows and taking
 * places in one statement deadlocks under the exclusion constraint.
 */
export async function ensureRows(database: AvailabilityTx, slots: readonly NewSlotRow[]): Promise<void> {
  await database.$executeRaw`
    INSERT INTO availability.slot (venue_id, facility_id, id, starts_at, ends_at)
    SELECT venue_id, facility_id, id, starts_at, ends_at FROM ${slotTable(slots)}
    ON CONFLICT DO NOTHING`;
}

/**
 * Sets the capacity of a slot that has a row; null: the facility's. Then the slot's time is also cut from the
 * own capacities of slots from earlier opening hours. A row that starts within it loses its own.
 */
export async function setCapacity(
  database: AvailabilityTx,
  slot: NewSlotRow,
  capacity: number | null,
): Promise<void> {
  await setCapacities(database, [{ ...slot, capacity }]);
  if (capacity !== null) return;
  const { venueId, facilityId, id, startsAt, endsAt } = slot;
  const [from, to] = [new Date(startsAt), new Date(endsAt)];
  await database.$executeRaw`
    UPDATE availability.slot SET capacity = CASE WHEN starts_at < ${from} AND booked = 0 THEN capacity END,
      ends_at = CASE WHEN starts_at < ${from} AND booked = 0 THEN ${from} ELSE ends_at END
    WHERE venue_id = ${venueId} AND facility_id = ${facilityId} AND capacity IS NOT NULL AND id <> ${id}
      AND starts_at > ${from}::timestamptz - interval '2 days' AND starts_at < ${to} AND ends_at > ${from}`;
}

/** Sets the capacities of slots that have rows, in one statement. */
export async function setCapacities(
  database: AvailabilityTx,
  slots: readonly (NewSlotRow & { capacity: number | null })[],
): Promise<void> {
  const sorted = slots.toSorted((a, b) => a.id - b.id);
  // A free row may predate a change of the slot length.
  await database.$executeRaw`
    WITH locked AS MATERIALIZED (
      SELECT s.venue_id, s.id, wanted.capacity, wanted.ends_at
      FROM unnest(${sorted.map(({ venueId }) => venueId)}::integer[], ${sorted.map(({ id }) => id)}::bigint[],
        ${sorted.map(({ capacity }) => capacity)}::integer[], ${sorted.map(({ endsAt }) => new Date(endsAt))}::timestamptz[])
        AS wanted(venue_id, id, capacity, ends_at)
      CROSS JOIN LATERAL (
        SELECT venue_id, id FROM availability.slot WHERE id = wanted.id AND venue_id + 0 = wanted.venue_id FOR UPDATE OFFSET 0) s
    )
    UPDATE availability.slot s SET capacity = locked.capacity,
      ends_at = CASE WHEN s.booked = 0 THEN locked.ends_at ELSE s.ends_at END
    FROM locked WHERE s.id = locked.id AND s.venue_id + 0 = locked.venue_id`;
}

/** Cuts a free slot that has a row to its time in the grid. */
export const endWithGrid = (
  database: AvailabilityTx,
  venueId: number,
  { id, endsAt }: Pick<NewSlotRow, 'id' | 'endsAt'>,
): Promise<number> => database.$executeRaw`
  UPDATE availability.slot SET ends_at = ${new Date(endsAt)}
  WHERE venue_id = ${venueId} AND id = ${id} AND booked = 0 AND ends_at > ${new Date(endsAt)}`;
