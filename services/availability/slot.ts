import { daysBetween } from '@venue-booking/kit/venueTime';
import type { FacilityMode } from '@venue-booking/proto/facility';
import type { FailureCode } from '@venue-booking/proto/failures';
import type { SlotReason } from '@venue-booking/proto/slot';
import { slotIdOf } from '@venue-booking/proto/slotId';
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
export type Obstacle = Extract<FailureCode, 'slot_blocked' | 'slot_past' | 'slot_too_far'>;

/** A slot as it stands. `booked` and `free` are places; for FULL an occupied slot is booked whole. */
export type SlotState = Interval & {
  id: number;
  capacity: number;
  booked: number;
  free: number;
  obstacle: Obstacle | null;
  /** Why guests can't book it; null when they can. */
  reason: SlotReason | null;
};

/** When it is: the instant, and the venue's current booking day. */
export type Now = { instant: number; today: string };

const overlaps = (a: Interval, b: Interval) => a.startsAt < b.endsAt && b.startsAt < a.endsAt;
const isOccupied = (row: LedgerRow) => row.booked > 0;
/** `bookable = !blocked && free > 0`, where blocked is any obstacle. */
export const isBookable = (slot: SlotState) => slot.obstacle === null && slot.free > 0;

/**
 * The slots of one booking day, by time: the computed ones, and those that were occupied when the opening
 * rules changed, which keep their times and are blocked. A computed slot that overlaps such a one is blocked
 * as well.
 * @param rows the ledger's rows that touch the day; others are passed over
 */
export function dayOfSlots(
  rules: SlotRules,
  date: string,
  rows: readonly LedgerRow[],
  now: Now,
): SlotState[] {
  const computed = slotsOn(rules, date);
  if (computed.length === 0 && rows.length === 0) return [];
  const day = bookingDay(rules, date);
  const occupied = rows.filter(isOccupied);
  const kept = occupied.filter(({ startsAt }) => startsAt >= day.startsAt && startsAt < day.endsAt);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const keptIds = new Set(kept.map(({ id }) => id));

  // Kept for the guests who have it, but no longer offered: the owner has closed that time.
  const isOffered = (row: LedgerRow) =>
    computed.some(({ startsAt, endsAt }) => startsAt === row.startsAt && endsAt === row.endsAt);
  const states = kept.map((row) =>
    blockedUnless(isOffered(row), stateOf(rules, row, row, date, now), 'closed'),
  );
  for (const interval of computed) {
    const id = slotIdOf(rules.facilityId, interval.startsAt);
    if (id === null || keptIds.has(id)) continue;
    const { startsAt, endsAt } = interval;
    const state = stateOf(rules, { id, startsAt, endsAt }, rowOf.get(id), date, now);
    const displaced = occupied.some((row) => overlaps(row, interval));
    states.push(blockedUnless(!displaced, state, 'overlap'));
  }
  return kept.length === 0 ? states : states.sort((a, b) => a.startsAt - b.startsAt);
}

/**
 * The slots of some booking days, by date. A row is looked at on those days only that it may touch.
 * @param rows by time
 */
export function daysOfSlots(
  rules: SlotRules,
  dates: readonly string[],
  rows: readonly LedgerRow[],
  now: Now,
): [date: string, slots: SlotState[]][] {
  const longest = rows.reduce((most, { startsAt, endsAt }) => Math.max(most, endsAt - startsAt), 0);
  let [first, end] = [0, 0];
  return dates.map((date) => {
    const day = bookingDay(rules, date);
    while ((rows[first]?.startsAt ?? Infinity) <= day.startsAt - longest) first += 1;
    while ((rows[end]?.startsAt ?? Infinity) < day.endsAt) end += 1;
    return [date, dayOfSlots(rules, date, rows.slice(first, end), now)];
  });
}

const blockedUnless = (offered: boolean, state: SlotState, reason: SlotReason): SlotState =>
  offered || state.obstacle ? state : { ...state, obstacle: 'slot_blocked', reason };

function stateOf(
  rules: SlotRules,
  slot: Interval & { id: number },
  row: LedgerRow | undefined,
  date: string,
  now: Now,
): SlotState {
  const capacity = row?.capacity ?? rules.capacity;
  const sold = row?.booked ?? 0;
  const whole = rules.mode === 'FULL' && sold > 0;
  const free = whole ? 0 : Math.max(0, capacity - sold);
  const obstacle = obstacleOf(rules, slot, row, date, now);
  return {
    id: slot.id,
    startsAt: slot.startsAt,
    endsAt: slot.endsAt,
    capacity,
    booked: whole ? capacity : sold,
    free,
    obstacle,
    reason: reasonOf(obstacle, slot, free, now),
  };
}

function reasonOf(
  obstacle: Obstacle | null,
  { startsAt }: Interval,
  free: number,
  { instant }: Now,
): SlotReason | null {
  if (obstacle === 'slot_blocked') return 'blocked';
  if (obstacle === 'slot_past') return startsAt < instant ? 'past' : 'notice';
  if (obstacle === 'slot_too_far') return 'too_far';
  return free > 0 ? null : 'full';
}

function obstacleOf(
  rules: SlotRules,
  { startsAt }: Interval,
  row: LedgerRow | undefined,
  date: string,
  { instant, today }: Now,
): Obstacle | null {
  if (row?.blocked) return 'slot_blocked';
  if (startsAt < instant + rules.minNoticeMinutes * 60_000) return 'slot_past';
  if (rules.maxAdvanceDays !== null && daysBetween(today, date) > rules.maxAdvanceDays) return 'slot_too_far';
  return null;
}

/** Free places of a day's bookable slots, and whether there are any. */
export function summaryOf(slots: readonly SlotState[]): { free: number; bookable: boolean } {
  const free = slots.filter(isBookable).reduce((sum, slot) => sum + slot.free, 0);
  return { free, bookable: free > 0 };
}
