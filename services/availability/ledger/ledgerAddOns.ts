import { bookingDayAt } from '@venue-booking/domain/schedule/venueTime';
import { sqlStateOf } from '@venue-booking/kit/errors/sqlState';
import { sqlStates } from '@venue-booking/kit/postgres/sql';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import type { AddOnLeft } from '@venue-booking/proto/price/addOns';
import { findAddOnUse, takenOf } from '../addOns/addOnStock.ts';
import type { AvailabilityTx } from '../database.ts';
import type { FacilityRules } from '../rules/rulesStore.ts';

/**
 * Add-ons with a stock. `allocation.add_ons` records what an allocation holds. A trigger sums it up in
 * `add_on_use`, whose CHECK enforces the stock. Releasing places releases the add-ons as well.
 */

/** An add-on that an allocation holds, of a slot or, with `slot: 0`, of the booking day. */
export type HeldAddOn = { key: string; day: string; slot: number; count: number; stock: number };

type Counts = Readonly<Record<string, number>>;
type Rules = Pick<FacilityRules, 'pricing' | 'timezone' | 'dayStart'>;

/** The add-ons with a stock that a booking of a slot would hold. */
export function stockedAddOns(
  { pricing, timezone, dayStart }: Rules,
  slotId: number,
  counts: Counts,
): HeldAddOn[] {
  const taken = new Map(Object.entries(counts));
  const day = bookingDayAt(timezone, dayStart, parseSlotId(slotId)?.startsAt ?? 0);
  return (pricing?.add_ons ?? []).flatMap(({ key, stock }) => {
    const count = taken.get(key) ?? 0;
    const slot = stock?.per === 'slot' ? slotId : 0;
    return stock && count > 0 ? [{ key, day, slot, count, stock: stock.count }] : [];
  });
}

/**
 * Takes add-ons, all or none and only once, for a booking that has its places.
 * @returns false if too few are left
 */
export const takeAddOns = (
  database: AvailabilityTx,
  { venueId, bookingUid }: { venueId: number; bookingUid: string },
  held: readonly HeldAddOn[],
): Promise<boolean> =>
  isInStock(database.$executeRaw`
    UPDATE availability.allocation SET add_ons = ${JSON.stringify(held)}::jsonb
    WHERE (venue_id, booking_uid) = (${venueId}, ${bookingUid}::uuid) AND released_at IS NULL AND add_ons IS NULL`);

/**
 * Makes a booking hold enough add-ons for before and after its change.
 * @returns false if too few are left
 */
export const growAddOns = (
  database: AvailabilityTx,
  { venueId, bookingUid, revision }: { venueId: number; bookingUid: string; revision: number },
  held: readonly HeldAddOn[],
): Promise<boolean> =>
  // Conditional on the allocation's row, which `settleResize` locks: a change settled meanwhile takes
  // nothing.
  isInStock(database.$executeRaw`
    UPDATE availability.allocation SET add_ons = ${JSON.stringify(held)}::jsonb
    WHERE (venue_id, booking_uid) = (${venueId}, ${bookingUid}::uuid) AND released_at IS NULL
      AND coalesce(resized_revision, -1) < ${revision}`);

async function isInStock(statement: Promise<unknown>): Promise<boolean> {
  try {
    await statement;
    return true;
  } catch (error) {
    if (sqlStateOf(error) !== sqlStates.checkViolation) throw error;
    return false;
  }
}

/** The slot and the add-ons that a booking holds; null if it has no places. */
export async function findAllocation(
  database: AvailabilityTx,
  { venueId, bookingUid }: { venueId: number; bookingUid: string },
): Promise<{ slotId: number; held: HeldAddOn[] } | null> {
  const [row] = await database.$queryRaw<{ slot_id: bigint; held: HeldAddOn[] | null }[]>`
    SELECT slot_id, add_ons AS held FROM availability.allocation
    WHERE (venue_id, booking_uid) = (${venueId}, ${bookingUid}::uuid) AND released_at IS NULL`;
  return row ? { slotId: Number(row.slot_id), held: row.held ?? [] } : null;
}

const isSameAddOn = (one: HeldAddOn, other: HeldAddOn) =>
  one.key === other.key && one.day === other.day && one.slot === other.slot;

const countIn = (held: readonly HeldAddOn[], one: HeldAddOn): number =>
  held.find((other) => isSameAddOn(one, other))?.count ?? 0;

/** Each add-on with the greater of both counts, so that it suffices before and after the change. */
export function largerCounts(before: readonly HeldAddOn[], after: readonly HeldAddOn[]): HeldAddOn[] {
  const others = before.filter((one) => !after.some((other) => isSameAddOn(one, other)));
  const larger = after.map((one) => ({ ...one, count: Math.max(countIn(before, one), one.count) }));
  return [...larger, ...others];
}

/** Adds what the moving booking holds to the stock, because the booking releases that next. */
export const addOwnToStock = (requested: readonly HeldAddOn[], own: readonly HeldAddOn[]): HeldAddOn[] =>
  requested.map((one) => ({ ...one, stock: one.stock + countIn(own, one) }));

/** Maximum of the integer column. */
const UNLIMITED = 2 ** 31 - 1;

/**
 * The add-ons that a booking will hold after a change. Some that it already has may be uncounted, because
 * their stock was set or changed later. Those count as additional stock. Up to what the booking already has
 * is always allowed.
 * @param had the add-ons of the booking by its own record
 */
export function withUncounted(
  requested: readonly HeldAddOn[],
  before: readonly HeldAddOn[],
  had: Counts,
): HeldAddOn[] {
  const has = new Map(Object.entries(had));
  return requested.map((one) => {
    const own = has.get(one.key) ?? 0;
    const uncounted = Math.max(0, own - countIn(before, one));
    return { ...one, stock: one.count <= own ? UNLIMITED : one.stock + uncounted };
  });
}

/** The add-ons that a booking wants, and those that it holds already and releases next. */
type AddOnRequest = { requested: readonly HeldAddOn[]; own: readonly HeldAddOn[] };

/**
 * The first add-on that a booking wants more of than is left, and how many are left. Null if all are left.
 * Each booking is considered alone.
 */
export async function findShortages(
  database: AvailabilityTx,
  { venueId, slotId }: { venueId: number; slotId: number },
  requests: readonly AddOnRequest[],
): Promise<(AddOnLeft | null)[]> {
  const facilityId = parseSlotId(slotId)?.facilityId ?? 0;
  // All wishes are for one slot, so they share its day.
  const day = requests.flatMap(({ requested }) => requested)[0]?.day;
  if (day === undefined) return requests.map(() => null);
  const used = await findAddOnUse(database, { venueId, facilityIds: [facilityId] }, { from: day, to: day });
  return requests.map(({ requested, own }) => {
    const remaining = requested.map((one) => {
      const usedByOthers = takenOf(used({ facilityId, ...one }), one.key) - countIn(own, one);
      return { ...one, left: Math.max(0, one.stock - usedByOthers) };
    });
    const shortage = remaining.find(({ left, count }) => left < count);
    return shortage ? { key: shortage.key, left: shortage.left } : null;
  });
}

/**
 * {@link findShortages} for a booking that was just rejected. If enough are left by now, returns its first
 * add-on.
 */
export async function findShortage(
  database: AvailabilityTx,
  at: { venueId: number; slotId: number },
  request: AddOnRequest,
): Promise<AddOnLeft> {
  const [shortage] = await findShortages(database, at, [request]);
  return shortage ?? { key: request.requested[0]?.key ?? '', left: 0 };
}
