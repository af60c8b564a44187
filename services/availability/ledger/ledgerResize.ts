import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import type { DecidedResize, ResizeRequest } from '@venue-booking/proto/facility/slot';
import type { AvailabilityTx } from '../database.ts';
import { capacitySql } from '../slots/slotStore.ts';
import type { HeldAddOn } from './ledgerAddOns.ts';

/**
 * The statements that change how many places a booking holds. Until booking decides, the allocation holds
 * places for both numbers of people. A decision is applied once
 * (docs/decisions/0004-reservation-outcome.md). The statements lock the allocation before its slot, in the
 * same order as a release.
 */

/** Outcome of a resize. */
export type ResizeOutcome =
  /** Places for both numbers are held, by this call or an earlier one. */
  | { outcome: 'resized' }
  /** Too few places: `free` are left of `capacity`. */
  | { outcome: 'short'; free: number; capacity: number }
  /** The booking has no places any more, or another change of its number of people came first. */
  | { outcome: 'changed' };

type Row = {
  live: boolean;
  decided: boolean;
  fits: boolean;
  free: number;
  capacity: number;
  begun: boolean;
  /** Whether the resize under way is this one; null if none is under way. */
  same: boolean | null;
};

/**
 * Makes a booking hold places for `people` as well as for its current `from` people. Only the difference must
 * be free. A party that has the whole slot keeps it. Fewer people always fit.
 */
export async function resizePlaces(
  database: AvailabilityTx,
  { venueId, bookingUid, revision, from, people, addOns }: ResizeRequest,
  held: readonly HeldAddOn[] | null = null,
): Promise<ResizeOutcome> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const [row] = await retryConflicts(() =>
      database.$queryRawUnsafe<Row[]>(
        RESIZE,
        ...[venueId, bookingUid, revision, from, people],
        ...[held && JSON.stringify(held), JSON.stringify(addOns)],
      ),
    );
    if (!row?.live) return { outcome: 'changed' };
    if (row.begun || row.same) return { outcome: 'resized' };
    if (row.decided || row.same === false) return { outcome: 'changed' };
    if (!row.fits) return { outcome: 'short', free: row.free, capacity: row.capacity };
    // An identical concurrent call has begun, and the statement's snapshot does not show it yet.
  }
  return { outcome: 'changed' };
}

const RESIZE = `
  WITH held AS MATERIALIZED (
    SELECT slot_id, places, add_ons, coalesce(resized_revision, -1) AS resized_revision FROM availability.allocation
    WHERE venue_id = $1 AND booking_uid = $2::uuid AND released_at IS NULL
    FOR UPDATE
  ),
  target AS MATERIALIZED (
    SELECT s.id, s.booked, ${capacitySql('s.ends_at')} AS capacity, h.places, h.add_ons,
      CASE WHEN f.mode = 'FULL' OR s.private OR h.places > $4 THEN greatest(h.places, $5) ELSE $5 END AS places_after,
      $3 <= h.resized_revision AS decided
    FROM held h
    JOIN availability.slot s ON (s.venue_id, s.id) = ($1, h.slot_id)
    JOIN availability.facility f ON (f.venue_id, f.id) = (s.venue_id, s.facility_id)
    FOR UPDATE OF s
  ),
  judged AS (
    SELECT t.*, greatest(0, capacity - booked) AS free,
      $5 <= $4 OR ($5 <= capacity AND (places_after <= places OR booked + places_after - places <= capacity)) AS fits
    FROM target t
  ),
  begun AS (
    INSERT INTO availability.resize (venue_id, booking_uid, revision, people, places_before, places_after, add_ons_before, add_ons_after, wish)
    SELECT $1, $2::uuid, $3, $5, places, places_after, add_ons, $6::jsonb, $7::jsonb FROM judged WHERE fits AND NOT decided
    ON CONFLICT DO NOTHING
    RETURNING places_after - places_before AS more
  ),
  grown AS (
    UPDATE availability.allocation a SET places = t.places_after FROM target t, begun
    WHERE a.venue_id = $1 AND a.booking_uid = $2::uuid AND begun.more > 0
  ),
  spent AS (
    -- Use the target's values: those of "s" are from the statement's snapshot, from before the lock.
    UPDATE availability.slot s SET booked = t.booked + begun.more, sold_capacity = t.capacity FROM target t, begun
    WHERE s.venue_id = $1 AND s.id = t.id AND begun.more > 0
  )
  SELECT EXISTS (SELECT FROM held) AS live, coalesce(j.decided, true) AS decided, coalesce(j.fits, false) AS fits,
    coalesce(j.free, 0) AS free, coalesce(j.capacity, 0) AS capacity, EXISTS (SELECT FROM begun) AS begun,
    CASE WHEN r.revision IS NOT NULL THEN (r.revision, r.people) = ($3, $5) AND r.wish = $7::jsonb END AS same
  FROM (VALUES (1)) AS one
  LEFT JOIN judged j ON true
  LEFT JOIN availability.resize r ON (r.venue_id, r.booking_uid) = ($1, $2::uuid)`;

/**
 * Leaves a booking the places for its decided number of people. Idempotent; a later resize of that revision
 * is rejected. Returns the facility in which places or add-ons were released, or null if none were.
 */
export async function settleResize(
  database: AvailabilityTx,
  { venueId, bookingUid, revision, people, addOns }: DecidedResize,
): Promise<number | null> {
  const [changed] = await retryConflicts(() =>
    database.$queryRawUnsafe<{ facility_id: number }[]>(
      SETTLE_RESIZE,
      ...[venueId, bookingUid, revision, people, JSON.stringify(addOns)],
    ),
  );
  return changed?.facility_id ?? null;
}

const SETTLE_RESIZE = `
  WITH locked AS MATERIALIZED (
    SELECT slot_id, places, add_ons, released_at IS NULL AS live FROM availability.allocation
    WHERE venue_id = $1 AND booking_uid = $2::uuid
    FOR UPDATE
  ),
  held AS MATERIALIZED (
    SELECT locked.* FROM locked
    LEFT JOIN LATERAL (
      SELECT id FROM availability.slot WHERE (venue_id, id) = ($1, locked.slot_id)
      FOR UPDATE) s ON true
    -- A change of the time zone may have moved the slot since the statement's snapshot.
    WHERE availability.require_slot(NOT live OR s.id IS NOT NULL)
  ),
  ended AS (
    DELETE FROM availability.resize r USING held
    WHERE r.venue_id = $1 AND r.booking_uid = $2::uuid AND r.revision = $3
    RETURNING CASE WHEN r.people = $4::integer THEN r.places_after ELSE r.places_before END AS places,
      CASE WHEN r.people = $4::integer AND r.wish = $5::jsonb THEN r.add_ons_after ELSE r.add_ons_before END AS add_ons
  ),
  released AS (
    UPDATE availability.slot s SET booked = s.booked - (held.places - ended.places) FROM held, ended
    WHERE s.venue_id = $1 AND s.id = held.slot_id AND held.live AND held.places <> ended.places
  ),
  recorded AS (
    UPDATE availability.allocation a SET places = coalesce((SELECT places FROM ended), a.places),
      add_ons = CASE WHEN EXISTS (SELECT FROM ended) THEN (SELECT add_ons FROM ended) ELSE a.add_ons END,
      resized_revision = greatest(coalesce(a.resized_revision, -1), $3)
    FROM held WHERE a.venue_id = $1 AND a.booking_uid = $2::uuid AND held.live
  )
  SELECT s.facility_id FROM held CROSS JOIN ended JOIN availability.slot s ON (s.venue_id, s.id) = ($1, held.slot_id)
  WHERE held.live AND (held.places <> ended.places OR held.add_ons IS DISTINCT FROM ended.add_ons)`;

/** Resizes that have been undecided for `olderThanMs`, oldest first. */
export async function listResizes(
  database: AvailabilityTx,
  { olderThanMs, limit }: { olderThanMs: number; limit: number },
): Promise<{ bookingUid: string; venueId: number; revision: number }[]> {
  return database.$queryRaw`
    SELECT booking_uid::text AS "bookingUid", venue_id AS "venueId", revision FROM availability.resize
    WHERE since < now() - ${olderThanMs} * interval '1 millisecond'
    ORDER BY since LIMIT ${limit}`;
}
