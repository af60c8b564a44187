import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import { blockedSql } from '../blocks/blockStore.ts';
import type { AvailabilityTx } from '../database.ts';
import { rulesRevision } from '../rules/rulesStore.ts';
import type { Days } from '../schedule/schedule.ts';
import { capacitySql } from '../slots/slotStore.ts';
import { listResizes } from './ledgerResize.ts';

/** The statements that take and release places. Only these and `ledgerResize.ts` change `booked`. */

/** A slot under a revision of the rules of some days, with the rooms it uses; `endsAt` in ms since 1970. */
export type SlotToTake = {
  venueId: number;
  slotId: number;
  endsAt: number;
  rooms: readonly number[];
  days: Days;
  revision: bigint;
};

/** Parties that want places of one slot, in order of arrival. */
export type SlotRequest = { at: SlotToTake; parties: readonly { bookingUid: string; people: number }[] };

/** Outcome for one party of a batch. */
export type Outcome =
  /** Its places are taken, by this call or an earlier one. */
  | 'taken'
  /** Too few places are free. */
  | 'short'
  /** Its booking was released before this reservation arrived. */
  | 'released'
  /** The slot is blocked or lacks a room, its facility is inactive, or the rules have changed since. */
  | 'stale'
  /** A concurrent call is reserving for the same booking; retry. */
  | 'retry'
  /** PostgreSQL rejected the data of this party. */
  | 'failed';

export type PartyOutcome = {
  bookingUid: string;
  outcome: Outcome;
  /** Places that were free when the statement considered this party. */
  free: number;
};

type Row = {
  n: number;
  booking_uid: string;
  capacity: number | null;
  free: number | null;
  admitted: boolean | null;
  taken: boolean;
  existing: 'live' | 'released' | null;
};

/**
 * Takes places for the parties of several slots in one statement. It locks each slot's row once, in one
 * order, admits parties in order of arrival and skips those that do not fit. A party that already has its
 * places keeps them. A CHECK and an exclusion constraint guard against overselling. Returns the parties of
 * each slot, in their order.
 * @param requests each slot once; no two of them overlap in a room
 * @throws an exclusion violation when a slot overlaps another occupied slot of its facility, or of one of its
 * rooms, or a block that the statement's snapshot does not show
 */
export async function takePlaces(
  database: AvailabilityTx,
  requests: readonly SlotRequest[],
): Promise<PartyOutcome[][]> {
  const slots = requests.map(({ at }) => at);
  const parties = requests.flatMap((one, index) => one.parties.map((party) => ({ ...party, n: index + 1 })));
  const rows = await database.$queryRawUnsafe<Row[]>(
    TAKE,
    slots.map(({ venueId }) => venueId),
    slots.map(({ slotId }) => slotId),
    slots.map(({ revision }) => revision),
    slots.map(({ endsAt }) => new Date(endsAt)),
    slots.map(({ days }) => days.from),
    slots.map(({ days }) => days.count),
    parties.map(({ n }) => n),
    parties.map(({ bookingUid }) => bookingUid),
    parties.map(({ people }) => people),
    slots.flatMap(({ rooms }) => rooms),
  );
  const taken: PartyOutcome[][] = requests.map(() => []);
  for (const row of rows)
    taken[row.n - 1]?.push({ bookingUid: row.booking_uid, outcome: outcomeOf(row), free: row.free ?? 0 });
  return taken;
}

function outcomeOf({ capacity, admitted, taken, existing }: Row): Outcome {
  if (taken || existing === 'live') return 'taken';
  if (existing === 'released') return 'released';
  if (capacity === null) return 'stale';
  return admitted ? 'retry' : 'short';
}

const TAKE = `
  WITH RECURSIVE requested AS (
    SELECT * FROM unnest($1::integer[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::text[], $6::integer[])
      WITH ORDINALITY AS a(venue_id, slot_id, revision, ends_at, days_from, days_count, n)
  ),
  -- Lock the rooms of all slots first, in one order. The trigger locks them slot by slot, which could deadlock.
  queued AS MATERIALIZED (SELECT availability.lock_rooms($10::integer[]) WHERE $10::integer[] <> '{}'),
  target AS MATERIALIZED (
    -- A free row may predate a change of the slot length, so only an occupied one must have the same end.
    SELECT a.n, s.venue_id, s.id, s.booked, a.ends_at, ${capacitySql('a.ends_at')} AS capacity,
      CASE WHEN s.booked > 0 AND (s.private OR s.moving) THEN 'FULL' ELSE f.mode END AS mode,
      CASE WHEN s.booked > 0 THEN s.private ELSE f.mode = 'FULL' END AS private,
      CASE WHEN s.booked > 0 THEN s.free_at ELSE a.ends_at + f.buffer_minutes * interval '1 minute' END AS free_at
    FROM (SELECT requested.* FROM (SELECT count(*) FROM queued) AS waited, requested ORDER BY slot_id) a
    CROSS JOIN LATERAL (
      SELECT * FROM availability.slot s WHERE (s.venue_id, s.id) = (a.venue_id, a.slot_id)
      FOR UPDATE) s -- one key lookup per slot: see docs/decisions/0068
    JOIN availability.facility f ON (f.venue_id, f.id) = (s.venue_id, s.facility_id)
    JOIN availability.venue v ON v.id = s.venue_id
    WHERE f.active AND (s.booked = 0 OR s.ends_at = a.ends_at)
      AND NOT ${blockedSql('tstzrange(s.starts_at, a.ends_at)')}
      -- Skip a slot whose room is taken: the exclusion constraint would roll back the whole statement.
      AND NOT (s.booked = 0 AND EXISTS (
        SELECT FROM unnest(f.rooms) AS r(id) CROSS JOIN LATERAL (
          SELECT FROM availability.room_use u WHERE u.venue_id = s.venue_id AND u.room_id = r.id
            AND u.during && tstzrange(s.starts_at, a.ends_at + f.buffer_minutes * interval '1 minute') OFFSET 0) u))
      AND ${rulesRevision('a.days_from', 'a.days_count')} = a.revision
  ),
  parties AS (
    SELECT * FROM unnest($7::integer[], $8::uuid[], $9::integer[]) WITH ORDINALITY AS w(n, booking_uid, people, ord)
  ),
  candidates AS (
    SELECT w.n, w.booking_uid, w.people, row_number() OVER (PARTITION BY w.n ORDER BY w.ord) AS ord FROM parties w
    WHERE NOT EXISTS (SELECT FROM availability.allocation a WHERE a.booking_uid = w.booking_uid OFFSET 0)
  ),
  -- Walks the parties of each slot in order of arrival. "booked" is the number of places sold so far.
  walk AS (
    SELECT t.n, 0::bigint AS ord, t.booked, NULL::uuid AS booking_uid, 0 AS places, false AS admitted, 0 AS free FROM target t
    UNION ALL
    SELECT p.n, p.ord, w.booked + CASE WHEN q.fits THEN q.places ELSE 0 END, p.booking_uid, q.places, q.fits, q.free
    FROM walk w
    JOIN candidates p ON p.n = w.n AND p.ord = w.ord + 1
    JOIN target t ON t.n = w.n
    CROSS JOIN LATERAL (
      SELECT CASE t.mode WHEN 'FULL' THEN t.capacity ELSE p.people END AS places,
             CASE t.mode WHEN 'FULL' THEN w.booked = 0 AND p.people <= t.capacity AND t.capacity > 0
                         ELSE w.booked + p.people <= t.capacity END AS fits,
             CASE t.mode WHEN 'FULL' THEN CASE WHEN w.booked = 0 THEN t.capacity ELSE 0 END
                         ELSE greatest(0, t.capacity - w.booked) END AS free
    ) q
  ),
  taken AS (
    INSERT INTO availability.allocation (booking_uid, venue_id, slot_id, places)
    SELECT k.booking_uid, t.venue_id, t.id, k.places FROM walk k JOIN target t ON t.n = k.n WHERE k.admitted
    ON CONFLICT DO NOTHING
    RETURNING booking_uid, venue_id, slot_id, places
  ),
  spent AS (
    -- Use the target's values: those of "s" are from the statement's snapshot, from before the lock.
    UPDATE availability.slot s SET booked = t.booked + sold.places, sold_capacity = t.capacity, ends_at = t.ends_at,
      private = t.private, free_at = t.free_at
    FROM target t
    JOIN (SELECT venue_id, slot_id, sum(places) AS places FROM taken GROUP BY 1, 2) sold ON (sold.venue_id, sold.slot_id) = (t.venue_id, t.id)
    WHERE (s.venue_id, s.id) = (t.venue_id, t.id)
  )
  SELECT w.n, w.booking_uid::text, t.capacity, k.free, k.admitted, taken.booking_uid IS NOT NULL AS taken,
    CASE WHEN a.booking_uid IS NULL THEN NULL
         WHEN a.released_at IS NULL AND (a.venue_id, a.slot_id) = (requested.venue_id, requested.slot_id) THEN 'live' ELSE 'released' END AS existing
  FROM parties w
  JOIN requested ON requested.n = w.n
  LEFT JOIN target t ON t.n = w.n
  LEFT JOIN walk k ON k.booking_uid = w.booking_uid
  LEFT JOIN taken ON taken.booking_uid = w.booking_uid
  LEFT JOIN LATERAL (
    SELECT * FROM availability.allocation a WHERE a.booking_uid = w.booking_uid
    OFFSET 0) a ON true -- one key lookup per party: see docs/decisions/0068
  ORDER BY w.ord`;

/**
 * Releases the places of a booking. Idempotent. For an unknown booking it inserts a tombstone, so that a late
 * reservation is rejected.
 * @returns id of its slot if that is free now and has a capacity of its own, which applies to its time
 */
export async function releasePlaces(
  database: AvailabilityTx,
  venueId: number,
  bookingUid: string,
): Promise<number | null> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const [row] = await retryConflicts(() =>
      database.$queryRawUnsafe<{ done: boolean; freed: number | null }[]>(RELEASE, venueId, bookingUid),
    );
    // Not done: a concurrent reservation was being inserted. It was not visible to release, and its row kept
    // the tombstone out. Retry.
    if (row?.done) return row.freed;
  }
  throw new Error(`could not release the places of ${bookingUid}`);
}

const RELEASE = `
  WITH existing AS (
    SELECT released_at FROM availability.allocation WHERE venue_id = $1 AND booking_uid = $2::uuid
  ),
  freed AS (
    UPDATE availability.allocation SET released_at = now()
    WHERE venue_id = $1 AND booking_uid = $2::uuid AND released_at IS NULL
    RETURNING slot_id, places
  ),
  target AS MATERIALIZED (
    SELECT s.id, s.booked, s.capacity, freed.places FROM freed JOIN availability.slot s ON (s.venue_id, s.id) = ($1, freed.slot_id)
    FOR UPDATE OF s
  ),
  updated AS (
    -- Use the target's value: that of "s" is from the statement's snapshot, from before the lock.
    UPDATE availability.slot s SET booked = t.booked - t.places FROM target t WHERE s.venue_id = $1 AND s.id = t.id
  ),
  tombstone AS (
    INSERT INTO availability.allocation (booking_uid, venue_id, places, released_at)
    SELECT $2::uuid, $1, 0, now() WHERE NOT EXISTS (SELECT FROM existing)
    ON CONFLICT DO NOTHING
    RETURNING 1
  )
  SELECT EXISTS (SELECT FROM freed) OR EXISTS (SELECT FROM tombstone)
    OR EXISTS (SELECT FROM existing WHERE released_at IS NOT NULL) AS done,
    (SELECT t.id::float8 FROM target t WHERE t.capacity IS NOT NULL AND t.booked = t.places) AS freed,
    -- A change of the time zone may have moved the slot since the statement's snapshot.
    availability.require_slot(NOT EXISTS (SELECT FROM freed) OR EXISTS (SELECT FROM target))`;

/** Those of the given bookings that hold places of a slot. */
export async function findHolders(
  database: AvailabilityTx,
  { venueId, slotId }: { venueId: number; slotId: number },
  bookingUids: readonly string[],
): Promise<Set<string>> {
  const rows = await database.$queryRaw<{ uid: string }[]>`
    SELECT booking_uid::text AS uid FROM availability.allocation
    WHERE venue_id = ${venueId} AND slot_id = ${slotId} AND released_at IS NULL
      AND booking_uid = ANY(${bookingUids}::uuid[])`;
  return new Set(rows.map(({ uid }) => uid));
}

/** Marks bookings as saved, so that the sweep skips their places. */
export async function settlePlaces(
  database: AvailabilityTx,
  bookings: readonly { venueId: number; bookingUid: string }[],
): Promise<void> {
  await database.$executeRaw`
    UPDATE availability.allocation SET settled_at = now()
    WHERE (venue_id, booking_uid) IN (
        SELECT * FROM unnest(${bookings.map(({ venueId }) => venueId)}::integer[],
                             ${bookings.map(({ bookingUid }) => bookingUid)}::uuid[]))
      AND settled_at IS NULL`;
}

/**
 * Reservations and changes that booking has to decide about, oldest first: live reservations whose booking
 * was not saved for `olderThanMs`, and changes of the number of people that are undecided for as long. Only
 * the latter have a `revision`.
 */
export async function listUnsettled(
  database: AvailabilityTx,
  { olderThanMs, limit }: { olderThanMs: number; limit: number },
): Promise<{ bookingUid: string; venueId: number; revision?: number }[]> {
  const reservations = await database.$queryRaw<{ bookingUid: string; venueId: number }[]>`
    SELECT booking_uid::text AS "bookingUid", venue_id AS "venueId" FROM availability.allocation
    WHERE settled_at IS NULL AND released_at IS NULL
      AND reserved_at < now() - ${olderThanMs} * interval '1 millisecond'
    ORDER BY reserved_at LIMIT ${limit}`;
  return [...reservations, ...(await listResizes(database, { olderThanMs, limit }))];
}
