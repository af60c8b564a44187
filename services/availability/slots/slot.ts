import { daysBetween } from '@venue-booking/domain/schedule/venueTime';
import type { FacilityMode } from '@venue-booking/proto/facility/facility';
import type { SlotReason } from '@venue-booking/proto/facility/slot';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import type { FailureCode } from '@venue-booking/proto/failures';
import type { AddOnLeft } from '@venue-booking/proto/price/addOns';
import { mergeOverlapping, overlapsAny } from '../schedule/intervals.ts';
import { bookingDay, dayPartsOn, type Interval, type OpeningRules, slotsOn } from '../schedule/schedule.ts';
import type { Now } from './now.ts';

/** Ledger row of a slot that was booked or given its own capacity. */
export type LedgerRow = Interval & {
  id: number;
  capacity: number | null;
  booked: number;
  /** Only one party may be in the slot, although the facility may be shared by now. */
  isPrivate: boolean;
  /** End of the break after an occupied slot, as it was sold; null: the facility's break. */
  freeAt: number | null;
};

/** Settings that decide the state of a facility's slots, opening rules included. */
export type SlotRules = OpeningRules & {
  facilityId: number;
  mode: FacilityMode;
  capacity: number;
  minNoticeMinutes: number;
  maxAdvanceDays: number | null;
};

/** Why a slot with free places cannot be booked. */
export type SlotFailure = Extract<FailureCode, 'slot_blocked' | 'slot_past' | 'slot_too_far' | 'room_taken'>;

/**
 * State of a slot. `booked` and `free` count places; in FULL mode, an occupied slot counts as booked whole.
 */
export type SlotState = Interval & {
  id: number;
  capacity: number;
  booked: number;
  free: number;
  failure: SlotFailure | null;
  /** Why guests can't book it; null when they can. */
  reason: SlotReason | null;
  /** Remaining stock of add-ons that have one; absent if it was not looked up. */
  addOns?: AddOnLeft[];
};

const DAY_MS = 24 * 3600_000;

export const overlaps = (a: Interval, b: Interval) => a.startsAt < b.endsAt && b.startsAt < a.endsAt;
/** `bookable = !blocked && free > 0`, where any obstacle counts as blocked. */
export const isBookable = (slot: SlotState) => slot.failure === null && slot.free > 0;

/**
 * The slots of one booking day, by time: the slots that the opening rules produce, and occupied slots from
 * earlier opening rules. The latter keep their times and are blocked. A computed slot that overlaps one of
 * them is blocked as well, and so is one that starts in the break of an occupied slot.
 * @param rows ledger rows by time; rows that do not touch the day are ignored
 * @param taken times at which the facility's rooms are taken; occupied slots have their rooms already
 * @param blocks times at which the facility is blocked
 */
export function dayOfSlots(
  rules: SlotRules,
  date: string,
  rows: readonly LedgerRow[],
  now: Now,
  taken: readonly Interval[] = [],
  blocks: readonly Interval[] = [],
): SlotState[] {
  const computed = slotsOn(rules, date);
  if (computed.length === 0 && rows.length === 0) return [];
  const rowAt = startingAt(rows);
  // Occupied slots that the rules of this day do not produce. They stay for their guests and block the
  // computed slots that they overlap. Computed slots never overlap each other.
  const offeredAt = startingAt(computed);
  const occupied = rows.filter(({ booked }) => booked > 0);
  const displacing = occupied.filter(({ startsAt, endsAt }) => offeredAt(startsAt)?.endsAt !== endsAt);
  const longerBreaks = occupied.filter((row) => freeAtOf(rules, row) > withBuffer(rules, row).endsAt);
  const own = rows.filter(({ capacity }) => capacity !== null);
  const when = { ...whenOf(rules, date, now), blocks: mergeOverlapping(blocks), own };
  const shadows = [...displacing, ...longerBreaks].map((row) => ({ ...row, endsAt: freeAtOf(rules, row) }));
  const [displaced, roomsTaken] = [mergeOverlapping(shadows), mergeOverlapping(taken)];
  const isDisplaced = (slot: Interval) => overlapsAny(displaced, withBuffer(rules, slot));
  const hasRooms = (slot: Interval) => !overlapsAny(roomsTaken, withBuffer(rules, slot));
  const states: SlotState[] = [];
  for (const interval of computed) {
    const row = rowAt(interval.startsAt);
    const isOccupied = row !== undefined && row.booked > 0;
    if (isOccupied && row.endsAt !== interval.endsAt) continue;
    const id = slotIdOf(rules.facilityId, interval.startsAt);
    if (id === null) continue;
    let state = stateOf(rules, id, interval, row, when);
    if (!isOccupied && isDisplaced(interval)) state = asBlocked(state, 'overlap');
    if (!isOccupied && !hasRooms(interval)) state = withRoomTaken(state);
    states.push(state);
  }
  if (displacing.length === 0) return states;
  const day = bookingDay(rules, date);
  const formerSlots = displacing
    .filter(({ startsAt }) => startsAt >= day.startsAt && startsAt < day.endsAt)
    .map((row) => asBlocked(stateOf(rules, row.id, row, row, when), 'closed'));
  return [...states, ...formerSlots].sort((a, b) => a.startsAt - b.startsAt);
}

/** Returns a lookup of the interval that starts at an instant. Instants must not decrease between calls. */
function startingAt<T extends Interval>(byTime: readonly T[]): (instant: number) => T | undefined {
  let at = 0;
  return (instant) => {
    while ((byTime[at]?.startsAt ?? Infinity) < instant) at += 1;
    return byTime[at]?.startsAt === instant ? byTime[at] : undefined;
  };
}

/** Arguments of {@link dayOfSlots}. */
type Day = Parameters<typeof dayOfSlots>;

/** Input for several booking days; `rows`, `taken` and `blocks` are ordered by start. */
type DaysInput = {
  rules: SlotRules;
  dates: readonly string[];
  rows: readonly LedgerRow[];
  now: Now;
  taken: readonly Interval[];
  blocks: readonly Interval[];
};

/**
 * Yields the result of `make` for each booking day. It is lazy because 62 days at once would hold 1,500 slots
 * in memory. Each day gets only the rows that may touch it.
 * @param make {@link dayOfSlots} or {@link summaryOn}
 */
export function* eachDay<T>(
  make: (...day: Day) => T,
  { rules, dates, rows, now, taken, blocks }: DaysInput,
): Generator<[date: string, made: T]> {
  const withBreaks = rows.map((row) => ({ ...row, endsAt: freeAtOf(rules, row), row }));
  const [rowsIn, takenIn, blocksIn] = [touching(withBreaks), touching(taken), touching(blocks)];
  for (const date of dates) {
    const day = withBuffer(rules, bookingDay(rules, date));
    // An occupied slot from earlier opening rules may end on the next day.
    const blocked = blocksIn({ startsAt: day.startsAt, endsAt: day.endsAt + DAY_MS });
    yield [
      date,
      make(
        rules,
        date,
        rowsIn(day).map(({ row }) => row),
        now,
        takenIn(day),
        blocked,
      ),
    ];
  }
}

/**
 * Returns a lookup of the intervals, ordered by start, that may touch another one. The starts of the
 * arguments must not decrease between calls.
 */
function touching<T extends Interval>(all: readonly T[]): (interval: Interval) => T[] {
  const longest = all.reduce((most, { startsAt, endsAt }) => Math.max(most, endsAt - startsAt), 0);
  let [first, end] = [0, 0];
  return (interval) => {
    while ((all[first]?.startsAt ?? Infinity) <= interval.startsAt - longest) first += 1;
    while ((all[end]?.startsAt ?? Infinity) < interval.endsAt) end += 1;
    return all.slice(first, end);
  };
}

const asBlocked = (state: SlotState, reason: SlotReason): SlotState =>
  state.failure ? state : { ...state, failure: 'slot_blocked', reason };

/** The time for which an occupied slot takes its rooms: the slot and the buffer after it. */
export const withBuffer = ({ bufferMinutes }: OpeningRules, { startsAt, endsAt }: Interval): Interval => ({
  startsAt,
  endsAt: endsAt + bufferMinutes * 60_000,
});

const freeAtOf = (rules: OpeningRules, row: LedgerRow): number => row.freeAt ?? withBuffer(rules, row).endsAt;

/**
 * Marks a slot whose room is taken. Unlike the notice time and the booking horizon, this also applies to the
 * venue's own bookings.
 */
const withRoomTaken = (state: SlotState): SlotState =>
  state.failure === 'slot_blocked'
    ? state
    : { ...state, failure: 'room_taken', reason: state.reason === 'past' ? 'past' : 'room_taken' };

/** What decides the state of a day's slots beside their own rows. */
type When = {
  instant: number;
  /** The day is beyond the booking horizon. */
  isTooFar: boolean;
  /** Blocked times, without overlaps. */
  blocks?: readonly Interval[];
  /** Rows with their own capacity, by start. */
  own?: readonly LedgerRow[];
};

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
  const capacity = row?.capacity ?? capacityOf(rules, slot, when.own);
  const sold = row?.booked ?? 0;
  const whole = (rules.mode === 'FULL' || row?.isPrivate === true) && sold > 0;
  const free = whole ? 0 : Math.max(0, capacity - sold);
  const reason = reasonOf(rules, slot, free, when);
  return {
    id,
    startsAt: slot.startsAt,
    endsAt: slot.endsAt,
    capacity,
    booked: whole ? capacity : sold,
    free,
    failure: reason && (FAILURES[reason] ?? null),
    reason,
  };
}

/**
 * The lowest capacity that applies during a slot that has none of its own. Own capacities keep their time
 * when the opening hours change; the facility's applies in between. `capacitySql` computes the same.
 */
function capacityOf({ capacity }: SlotRules, slot: Interval, own: readonly LedgerRow[] = []): number {
  const overlapping = own.filter((row) => overlaps(row, slot));
  const isCovered = mergeOverlapping(overlapping).some(
    ({ startsAt, endsAt }) => startsAt <= slot.startsAt && endsAt >= slot.endsAt,
  );
  const capacities = overlapping.map((row) => row.capacity ?? capacity);
  return Math.min(...(isCovered ? [] : [capacity]), ...capacities);
}

/** Obstacles by the reason shown to guests. They apply however many places are free. */
const FAILURES: Partial<Record<SlotReason, SlotFailure>> = {
  blocked: 'slot_blocked',
  past: 'slot_past',
  notice: 'slot_past',
  too_far: 'slot_too_far',
};

function reasonOf(
  { minNoticeMinutes }: SlotRules,
  { startsAt, endsAt }: Interval,
  free: number,
  { instant, isTooFar, blocks = [] }: When,
): SlotReason | null {
  if (overlapsAny(blocks, { startsAt, endsAt })) return 'blocked';
  if (startsAt < instant) return 'past';
  if (startsAt < instant + minNoticeMinutes * 60_000) return 'notice';
  if (isTooFar) return 'too_far';
  return free > 0 ? null : 'full';
}

type Summary = { free: number; bookable: boolean; closed?: boolean };

/**
 * Number of people that the day's required add-ons suffice for: in slots without uses, and in the other
 * slots.
 */
export type PeopleServed = { untouched: number; bySlot: ReadonlyMap<number, number> };

/** What decides whether a slot has room for guests. */
export type RoomFor = {
  /** Places of the smallest party that guests can book; default: 1. */
  smallest?: number;
  /** Limits set by required add-ons; absent: no limit. */
  served?: PeopleServed | undefined;
};

/** The number of free places in a day's bookable slots, and whether one has room for the smallest party. */
export function summaryOf(slots: readonly SlotState[], { smallest = 1, served }: RoomFor = {}): Summary {
  let [free, most] = [0, 0];
  for (const slot of slots) {
    if (!isBookable(slot)) continue;
    const people = served ? (served.bySlot.get(slot.id) ?? served.untouched) : Infinity;
    const places = Math.min(slot.free, people);
    free += places;
    most = Math.max(most, places);
  }
  return { free, bookable: most >= smallest };
}

/**
 * {@link summaryOf} the slots of a booking day. Without ledger rows, taken rooms and blocks, all slots have
 * the state of the first, unless that one is past or within the notice time. One state then suffices. Most
 * days of a range are like that, and computing states is most of the cost of a day.
 */
export function summaryOn(day: Day, room: RoomFor = {}): Summary {
  const { smallest = 1, served } = room;
  const [rules, date, rows, now, taken = [], blocks = []] = day;
  // Occupied slots from earlier opening rules are blocked, so nothing is bookable.
  if (dayPartsOn(rules, date).length === 0) return { free: 0, bookable: false, closed: true };
  const isSame = [rows, taken, blocks].every(({ length }) => length === 0) && !served?.bySlot.size;
  if (!isSame) return summaryOf(dayOfSlots(...day), room);
  const slots = slotsOn(rules, date);
  const first = slots[0] && stateOf(rules, 0, slots[0], undefined, whenOf(rules, date, now));
  if (first?.failure === 'slot_past') return summaryOf(dayOfSlots(...day), room);
  const places = first && isBookable(first) ? Math.min(first.free, served?.untouched ?? Infinity) : 0;
  return { free: slots.length * places, bookable: places >= smallest };
}
