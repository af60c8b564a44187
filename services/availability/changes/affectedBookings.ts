import { windowsOf } from '@venue-booking/domain/schedule/dayHours';
import { bookingDayAt } from '@venue-booking/domain/schedule/venueTime';
import { toFields } from '@venue-booking/kit/postgres/columns';
import type { DayHours, HeldPlaces, RulesChange } from '@venue-booking/proto/venue/rulesChange';
import type { FacilityRules } from '../rules/rulesStore.ts';
import { offGridRules } from '../schedule/offGrid.ts';
import { bookingDay, type Interval, MINUTE_MS, slotsOn } from '../schedule/schedule.ts';
import type { BlockableRow } from '../slots/slotStore.ts';

type Side = 'before' | 'after';

/** A change of the rules, and the data to check it against. */
type ChangeInput = {
  /** The current rules, before or after the change. */
  rules: FacilityRules;
  /** Ledger rows of the bookings' slots. */
  rows: readonly BlockableRow[];
  /** Slots with several parties, for a change to one party per slot. */
  shared?: ReadonlySet<number>;
  /** Slots that lack a room that the change adds. */
  withoutRoom?: ReadonlySet<number>;
  change: RulesChange;
};

/**
 * The bookings of a facility that a change affects. It does so if:
 * - their slot is no longer offered, or off the grid and no longer within the opening hours,
 * - their slot has several parties and becomes exclusive,
 * - their slot needs a room that another booking has, or
 * - the capacity of their slot falls below the booked places.
 *
 * Bookings that earlier changes already affected are left out.
 */
export function affectedBookings(
  { rules, rows, shared = new Set(), withoutRoom = new Set(), change }: ChangeInput,
  bookings: readonly HeldPlaces[],
): number[] {
  const [before, after] = [rulesOn(rules, change, 'before'), rulesOn(rules, change, 'after')];
  const isExclusive = before.mode === 'FULL' || after.mode === 'FULL';
  const [placeBefore, placeAfter] = [placesIn(before), placesIn(after)];
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const rowOn = rowsOn(change);
  const isAffected = ({ slotId, people }: HeldPlaces): boolean => {
    const row = rowOf.get(slotId);
    if (!row) return false;
    const [rowBefore, rowAfter] = [rowOn(row, 'before'), rowOn(row, 'after')];
    const place = placeAfter(rowAfter);
    if (!{ none: true, hours: place !== 'none', grid: place === 'grid' }[placeBefore(rowBefore)]) return true;
    if (withoutRoom.has(slotId)) return true;
    if (after.mode === 'FULL' && shared.has(slotId)) return true;
    const [had, has] = [rowBefore.capacity ?? before.capacity, rowAfter.capacity ?? after.capacity];
    // A party has an exclusive slot as a whole, so its size counts instead of the booked places.
    return has < had && has < (isExclusive ? people : row.booked);
  };
  return bookings.filter(isAffected).map(({ id }) => id);
}

/**
 * Returns where these rules have a slot: in the grid, off it but within the opening hours, or nowhere. Pass
 * slots by time, so that each day is computed once.
 */
function placesIn(rules: FacilityRules): (row: BlockableRow) => 'grid' | 'hours' | 'none' {
  let date = '';
  let day: Interval = { startsAt: 0, endsAt: 0 };
  let ends = new Map<number, number>();
  return ({ startsAt, endsAt, blocked }) => {
    if (blocked || !rules.active) return 'none';
    if (startsAt < day.startsAt || startsAt >= day.endsAt) {
      date = bookingDayAt(rules.timezone, rules.dayStart, startsAt);
      day = bookingDay(rules, date);
      ends = new Map(slotsOn(rules, date).map((slot) => [slot.startsAt, slot.endsAt]));
    }
    if (ends.get(startsAt) === endsAt) return 'grid';
    const minutes = (endsAt - startsAt) / MINUTE_MS;
    return offGridRules(rules, date, { startsAt, minutes }) ? 'hours' : 'none';
  };
}

function rulesOn(rules: FacilityRules, change: RulesChange, side: Side): FacilityRules {
  if (change.of === 'slot' || change.of === 'slots') return rules;
  if (change.of === 'day' || change.of === 'days') {
    const exceptions = new Map(rules.exceptions);
    for (const { date, hours } of hoursOf(rules.facilityId, change, side)) {
      exceptions.set(date, hours ? windowsOf(hours) : 'weekly');
    }
    return { ...rules, exceptions };
  }
  const settings = change[side];
  return { ...rules, ...toFields(Object.keys(settings) as (keyof typeof settings)[], settings) };
}

/** The days of a facility whose hours a change sets, with the hours of one side. */
function hoursOf(
  facilityId: number,
  change: Extract<RulesChange, { of: 'day' | 'days' }>,
  side: Side,
): { date: string; hours: DayHours }[] {
  if (change.of === 'day') return [{ date: change.date, hours: change[side] }];
  return change.days
    .filter((day) => day.facilityId === facilityId)
    .map(({ date, before }) => ({ date, hours: side === 'before' ? before : change.after }));
}

/** Returns a function that applies one side of a change to a ledger row. */
function rowsOn(change: RulesChange): (row: BlockableRow, side: Side) => BlockableRow {
  if (change.of !== 'slot' && change.of !== 'slots') return (row) => row;
  const ids = new Set(change.of === 'slot' ? [change.slotId] : change.slotIds);
  return (row, side) => (ids.has(row.id) ? { ...row, ...change[side] } : row);
}
