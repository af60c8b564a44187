import { sqlStateOf, sqlStates } from '@venue-booking/kit/postgres/sql';
import { bookingDayAt } from '@venue-booking/kit/venueTime';
import type { AddOnLeft } from '@venue-booking/proto/addOns';
import { parseSlotId } from '@venue-booking/proto/slotId';
import { findUse, takenOf } from './addOnStock.ts';
import type { AvailabilityTx } from './database.ts';
import type { FacilityRules } from './rulesStore.ts';

/**
 * Add-ons of which there are so many: what an allocation holds of them (`allocation.add_ons`), and what a
 * trigger sums up of that (`add_on_use`), whose CHECK is the condition. What gives back places gives them
 * back as well.
 */

/** What an allocation holds of an add-on: of a booking day, or of a slot of it; `slot: 0` is the day. */
export type HeldAddOn = { key: string; day: string; slot: number; count: number; stock: number };

type Counts = Readonly<Record<string, number>>;
type Rules = Pick<FacilityRules, 'pricing' | 'timezone' | 'dayStart'>;

/** What is to be held of the add-ons that a booking of a slot takes along. */
export function heldAddOns(
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

/** Takes add-ons for a booking that has its places: all or none, once. @returns false: too few are left */
export const takeAddOns = (
  database: AvailabilityTx,
  { venueId, bookingUid }: { venueId: number; bookingUid: string },
  held: readonly HeldAddOn[],
): Promise<boolean> =>
  isInStock(database.$executeRaw`
    UPDATE availability.allocation SET add_ons = ${JSON.stringify(held)}::jsonb
    WHERE (venue_id, booking_uid) = (${venueId}, ${bookingUid}::uuid) AND released_at IS NULL AND add_ons IS NULL`);

/** Has a booking hold enough add-ons for before and after its change. @returns false: too few are left */
export const growAddOns = (
  database: AvailabilityTx,
  { venueId, bookingUid, revision }: { venueId: number; bookingUid: string; revision: number },
  held: readonly HeldAddOn[],
): Promise<boolean> =>
  // By its own row, which settling locks: a change that was settled meanwhile takes nothing any more.
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

/** What a booking holds at this moment, and where; null: it has no places. */
export async function findHolding(
  database: AvailabilityTx,
  { venueId, bookingUid }: { venueId: number; bookingUid: string },
): Promise<{ slotId: number; held: HeldAddOn[] } | null> {
  const [row] = await database.$queryRaw<{ slot_id: bigint; held: HeldAddOn[] | null }[]>`
    SELECT slot_id, add_ons AS held FROM availability.allocation
    WHERE (venue_id, booking_uid) = (${venueId}, ${bookingUid}::uuid) AND released_at IS NULL`;
  return row ? { slotId: Number(row.slot_id), held: row.held ?? [] } : null;
}

const isSame = (one: HeldAddOn, other: HeldAddOn) =>
  one.key === other.key && one.day === other.day && one.slot === other.slot;

/** How much of it is among what is held. */
const countIn = (held: readonly HeldAddOn[], one: HeldAddOn): number =>
  held.find((other) => isSame(one, other))?.count ?? 0;

/** The greater count of each: what a booking has already does not count against the stock. */
export function mostOf(before: readonly HeldAddOn[], after: readonly HeldAddOn[]): HeldAddOn[] {
  const others = before.filter((one) => !after.some((other) => isSame(one, other)));
  const most = after.map((one) => ({ ...one, count: Math.max(countIn(before, one), one.count) }));
  return [...most, ...others];
}

/** With what the booking that moves there has already as additional stock: it gives that back next. */
export const withOwn = (wanted: readonly HeldAddOn[], own: readonly HeldAddOn[]): HeldAddOn[] =>
  wanted.map((one) => ({ ...one, stock: one.stock + countIn(own, one) }));

/** As large as the column can hold. */
const ANY_STOCK = 2 ** 31 - 1;

/**
 * What a booking is to hold, with what it has and was never counted as additional stock, as there came to be
 * a stock of it later, or another kind of one. What is no more than it has is there, whatever the stock is.
 * @param had what it takes along by its own account
 */
export function withUncounted(
  wanted: readonly HeldAddOn[],
  before: readonly HeldAddOn[],
  had: Counts,
): HeldAddOn[] {
  const has = new Map(Object.entries(had));
  return wanted.map((one) => {
    const own = has.get(one.key) ?? 0;
    const uncounted = Math.max(0, own - countIn(before, one));
    return { ...one, stock: one.count <= own ? ANY_STOCK : one.stock + uncounted };
  });
}

/** What a booking wants, and what it holds already, which it gives back next. */
type Wish = { wanted: readonly HeldAddOn[]; own: readonly HeldAddOn[] };

/**
 * Which of what bookings of a slot want is not there, each by itself, and how many of it are left; of several
 * the first. Null for who would get all of it.
 */
export async function findGone(
  database: AvailabilityTx,
  { venueId, slotId }: { venueId: number; slotId: number },
  wishes: readonly Wish[],
): Promise<(AddOnLeft | null)[]> {
  const facilityId = parseSlotId(slotId)?.facilityId ?? 0;
  // That of the slot, for all of them.
  const day = wishes.flatMap(({ wanted }) => wanted)[0]?.day;
  if (day === undefined) return wishes.map(() => null);
  const used = await findUse(database, { venueId, facilityIds: [facilityId] }, { from: day, to: day });
  return wishes.map(({ wanted, own }) => {
    const lefts = wanted.map((one) => {
      const usedByOthers = takenOf(used({ facilityId, ...one }), one.key) - countIn(own, one);
      return { ...one, left: Math.max(0, one.stock - usedByOthers) };
    });
    const gone = lefts.find(({ left, count }) => left < count);
    return gone ? { key: gone.key, left: gone.left } : null;
  });
}

/** {@link findGone} for who was refused a moment ago; should all be there by now, it is of the first. */
export async function findRefused(
  database: AvailabilityTx,
  at: { venueId: number; slotId: number },
  wish: Wish,
): Promise<AddOnLeft> {
  const [gone] = await findGone(database, at, [wish]);
  return gone ?? { key: wish.wanted[0]?.key ?? '', left: 0 };
}
