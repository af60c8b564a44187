import { daysBetween } from '@venue-booking/kit/venueTime';
import type { AddOnLeft } from '@venue-booking/proto/addOns';
import type { FacilityMode } from '@venue-booking/proto/facility';
import type { FailureCode } from '@venue-booking/proto/failures';
import type { SlotReason } from '@venue-booking/proto/slot';
import { slotIdOf } from '@venue-booking/proto/slotId';
import { disjoint, meets } from './intervals.ts';
import { bookingDay, type Interval, type OpeningRules, slotsOn } from './schedule.ts';

/** What the ledger holds of a slot that was booked, blocked or given a capacity of its own. */
export type LedgerRow = Interval & { id: number; blocked: boolean; capacity: number | null; booked: number };

/** What decides the state of a facility's slots, beside its opening rules. */
export type SlotRules = OpeningRules & {
  facilityId: number;
  mode: FacilityMode;
  capacity: number;
  minNoticeMinutes: number;
  maxAdvanceDays: number | null;
};

/** Why no places can be taken of a slot that is not full. */
export type Obstacle = Extract<FailureCode, 'slot_blocked' | 'slot_past' | 'slot_too_far' | 'room_taken'>;

/** A slot as it stands. `booked` and `free` are places; for FULL an occupied slot is booked whole. */
export type SlotState = Interval & {
  id: number;
  capacity: number;
  booked: number;
  free: number;
  obstacle: Obstacle | null;
  /** Why guests can't book it; null when they can. */
  reason: SlotReason | null;
  /** What is left of add-ons of which there are so many, where that was looked up. */
  addOns?: AddOnLeft[];
};

/** When it is: the instant, and the venue's current booking day. */
export type Now = { instant: number; today: string };

export const overlaps = (a: Interval, b: Interval) => a.startsAt < b.endsAt && b.startsAt < a.endsAt;
/** `bookable = !blocked && free > 0`, where blocked is any obstacle. */
export const isBookable = (slot: SlotState) => slot.obstacle === null && slot.free > 0;

/**
 * The slots of one booking day, by time: the computed ones, and those that were occupied when the opening
 * rules changed, which keep their times and are blocked. A computed slot that overlaps such a one is blocked
 * as well.
 * @param rows by time, the ledger's rows that touch the day; others are passed over
 * @param taken when the facility's rooms are taken; what is occupied has its rooms
 */
export function dayOfSlots(
  rules: SlotRules,
  date: string,
  rows: readonly LedgerRow[],
  now: Now,
  taken: readonly Interval[] = [],
): SlotState[] {
  const computed = slotsOn(rules, date);
  if (computed.length === 0 && rows.length === 0) return [];
  const rowAt = startingAt(rows);
  // Kept for the guests who have them, but no longer offered: the owner has closed that time. What is offered
  // overlaps nothing else that is.
  const offeredAt = startingAt(computed);
  const inTheWay = rows.filter(
    ({ booked, startsAt, endsAt }) => booked > 0 && offeredAt(startsAt)?.endsAt !== endsAt,
  );
  const when = whenOf(rules, date, now);
  const [displaced, roomsTaken] = [disjoint(inTheWay), disjoint(taken)];
  const isDisplaced = (slot: Interval) => meets(displaced, slot);
  const hasRooms = (slot: Interval) => !meets(roomsTaken, withBuffer(rules, slot));
  const states: SlotState[] = [];
  for (const interval of computed) {
    const row = rowAt(interval.startsAt);
    const isOccupied = row !== undefined && row.booked > 0;
    if (isOccupied && row.endsAt !== interval.endsAt) continue;
    const id = slotIdOf(rules.facilityId, interval.startsAt);
    if (id === null) continue;
    let state = stateOf(rules, id, interval, row, when);
    if (!isOccupied && isDisplaced(interval)) state = blocked(state, 'overlap');
    if (!isOccupied && !hasRooms(interval)) state = shutOut(state);
    states.push(state);
  }
  if (inTheWay.length === 0) return states;
  const day = bookingDay(rules, date);
  const kept = inTheWay
    .filter(({ startsAt }) => startsAt >= day.startsAt && startsAt < day.endsAt)
    .map((row) => blocked(stateOf(rules, row.id, row, row, when), 'closed'));
  return [...states, ...kept].sort((a, b) => a.startsAt - b.startsAt);
}

/** Of intervals by time, the one that starts at an instant, each asked for later than the one before. */
function startingAt<T extends Interval>(byTime: readonly T[]): (instant: number) => T | undefined {
  let at = 0;
  return (instant) => {
    while ((byTime[at]?.startsAt ?? Infinity) < instant) at += 1;
    return byTime[at]?.startsAt === instant ? byTime[at] : undefined;
  };
}

/** What decides about the slots of a booking day. */
type Day = Parameters<typeof dayOfSlots>;

/** What decides about those of some days; rows and what is taken are by time. */
type DaysAsked = {
  rules: SlotRules;
  dates: readonly string[];
  rows: readonly LedgerRow[];
  now: Now;
  taken: readonly Interval[];
};

/**
 * What is made of some booking days, by date, each when it is asked for: 62 days at once are 1,500 slots of
 * memory. A row is looked at on those days only that it may touch.
 * @param make {@link dayOfSlots} or {@link summaryOn}
 */
export function* eachDay<T>(
  make: (...day: Day) => T,
  { rules, dates, rows, now, taken }: DaysAsked,
): Generator<[date: string, made: T]> {
  const [rowsIn, takenIn] = [touching(rows), touching(taken)];
  for (const date of dates) {
    const day = withBuffer(rules, bookingDay(rules, date));
    yield [date, make(rules, date, rowsIn(day), now, takenIn(day))];
  }
}

/** Of intervals by start, those that may touch one that is asked about, each later than the one before. */
function touching<T extends Interval>(all: readonly T[]): (asked: Interval) => T[] {
  const longest = all.reduce((most, { startsAt, endsAt }) => Math.max(most, endsAt - startsAt), 0);
  let [first, end] = [0, 0];
  return (asked) => {
    while ((all[first]?.startsAt ?? Infinity) <= asked.startsAt - longest) first += 1;
    while ((all[end]?.startsAt ?? Infinity) < asked.endsAt) end += 1;
    return all.slice(first, end);
  };
}

const blocked = (state: SlotState, reason: SlotReason): SlotState =>
  state.obstacle ? state : { ...state, obstacle: 'slot_blocked', reason };

/** What an occupied slot takes of its rooms: its time, and the break behind it. */
export const withBuffer = ({ bufferMinutes }: OpeningRules, { startsAt, endsAt }: Interval): Interval => ({
  startsAt,
  endsAt: endsAt + bufferMinutes * 60_000,
});

/** Nobody gets a slot whose room is taken: unlike too early or too late, that holds for the venue as well. */
const shutOut = (state: SlotState): SlotState =>
  state.obstacle === 'slot_blocked'
    ? state
    : { ...state, obstacle: 'room_taken', reason: state.reason === 'past' ? 'past' : 'room_taken' };

/** When it is, and whether the slot's day is not yet to be booked. */
type When = { instant: number; isTooFar: boolean };

const whenOf = ({ maxAdvanceDays }: SlotRules, date: string, { instant, today }: Now): When => ({
  instant,
  isTooFar: maxAdvanceDays !== null && daysBetween(today, date) > maxAdvanceDays,
});

function stateOf(
  rules: SlotRules,
  id: number,
  slot: Interval,
  row: LedgerRow | undefined,
  when: When,
): SlotState {
  const capacity = row?.capacity ?? rules.capacity;
  const sold = row?.booked ?? 0;
  const whole = rules.mode === 'FULL' && sold > 0;
  const free = whole ? 0 : Math.max(0, capacity - sold);
  const reason = reasonOf(rules, slot, { isBlocked: row?.blocked ?? false, free }, when);
  return {
    id,
    startsAt: slot.startsAt,
    endsAt: slot.endsAt,
    capacity,
    booked: whole ? capacity : sold,
    free,
    obstacle: reason && (OBSTACLES[reason] ?? null),
    reason,
  };
}

/** Why nobody may book a slot, however much of it is free, by what guests are told. */
const OBSTACLES: Partial<Record<SlotReason, Obstacle>> = {
  blocked: 'slot_blocked',
  past: 'slot_past',
  notice: 'slot_past',
  too_far: 'slot_too_far',
};

function reasonOf(
  { minNoticeMinutes }: SlotRules,
  { startsAt }: Interval,
  { isBlocked, free }: { isBlocked: boolean; free: number },
  { instant, isTooFar }: When,
): SlotReason | null {
  if (isBlocked) return 'blocked';
  if (startsAt < instant) return 'past';
  if (startsAt < instant + minNoticeMinutes * 60_000) return 'notice';
  if (isTooFar) return 'too_far';
  return free > 0 ? null : 'full';
}

type Summary = { free: number; bookable: boolean };

/** For how many people a day's required add-ons are enough: in a slot where none was taken, and in others. */
export type Served = { untouched: number; bySlot: ReadonlyMap<number, number> };

/**
 * Free places of a day's bookable slots, and whether there are any.
 * @param served for how many people required add-ons are enough; absent: for all
 */
export function summaryOf(slots: readonly SlotState[], served?: Served): Summary {
  let free = 0;
  for (const slot of slots) {
    if (!isBookable(slot)) continue;
    const people = served ? (served.bySlot.get(slot.id) ?? served.untouched) : Infinity;
    free += Math.min(slot.free, people);
  }
  return { free, bookable: free > 0 };
}

/**
 * {@link summaryOf} the slots of a booking day. Where nothing is booked, blocked or taken, all slots are like
 * the first one, unless that is past or inside the notice time. Then no other state is made: most days of a
 * range are such, and states are most of what a day costs.
 */
export function summaryOn(day: Day, served?: Served): Summary {
  const [rules, date, rows, now, taken = []] = day;
  const isSame = rows.length === 0 && taken.length === 0 && !served?.bySlot.size;
  if (!isSame) return summaryOf(dayOfSlots(...day), served);
  const slots = slotsOn(rules, date);
  const first = slots[0] && stateOf(rules, 0, slots[0], undefined, whenOf(rules, date, now));
  if (first?.obstacle === 'slot_past') return summaryOf(dayOfSlots(...day), served);
  const places = first && isBookable(first) ? Math.min(first.free, served?.untouched ?? Infinity) : 0;
  return { free: slots.length * places, bookable: slots.length * places > 0 };
}
