import { toFields } from '@venue-booking/kit/postgres/columns';
import { bookingDayAt } from '@venue-booking/kit/venueTime';
import type { DayHours, HeldPlaces, RulesChange } from '@venue-booking/proto/rulesChange';
import type { FacilityRules } from './rulesStore.ts';
import { bookingDay, type Interval, slotsOn } from './schedule.ts';
import type { LedgerRow } from './slot.ts';

type Side = 'before' | 'after';

/** A change, and what it is about. */
type Affected = {
  /** As they are now, on whichever side of the change. */
  rules: FacilityRules;
  /** Of the bookings' slots. */
  rows: readonly LedgerRow[];
  /** Those slots that several parties have, where the change is to one party each. */
  shared?: ReadonlySet<number>;
  /** Those slots that lack a room that the change adds. */
  shutOut?: ReadonlySet<number>;
  change: RulesChange;
};

/**
 * Of bookings of a facility, those that a change meets: their slot was offered before and is not afterwards,
 * is for one party afterwards and has several, needs a room that another booking has, or the change leaves it
 * fewer places than it has guests. What earlier changes have met already is passed over.
 */
export function meetsBookings(
  { rules, rows, shared = new Set(), shutOut = new Set(), change }: Affected,
  bookings: readonly HeldPlaces[],
): number[] {
  const [before, after] = [rulesOn(rules, change, 'before'), rulesOn(rules, change, 'after')];
  const isExclusive = before.mode === 'FULL' || after.mode === 'FULL';
  const [wasOffered, isOffered] = [offers(before), offers(after)];
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const rowOn = rowsOn(change);
  const isMet = ({ slotId, people }: HeldPlaces): boolean => {
    const row = rowOf.get(slotId);
    if (!row) return false;
    const [rowBefore, rowAfter] = [rowOn(row, 'before'), rowOn(row, 'after')];
    if (wasOffered(rowBefore) && !isOffered(rowAfter)) return true;
    if (shutOut.has(slotId)) return true;
    if (after.mode === 'FULL' && shared.has(slotId)) return true;
    const [had, has] = [rowBefore.capacity ?? before.capacity, rowAfter.capacity ?? after.capacity];
    // A party has an exclusive slot as a whole, whatever its size.
    return has < had && has < (isExclusive ? people : row.booked);
  };
  return bookings.filter(isMet).map(({ id }) => id);
}

/** Whether a slot is one that these rules make. Slots are asked about by time: a day is computed once. */
function offers(rules: FacilityRules): (row: LedgerRow) => boolean {
  let day: Interval = { startsAt: 0, endsAt: 0 };
  let ends = new Map<number, number>();
  return ({ startsAt, endsAt, blocked }) => {
    if (blocked || !rules.active) return false;
    if (startsAt < day.startsAt || startsAt >= day.endsAt) {
      const date = bookingDayAt(rules.timezone, rules.dayStart, startsAt);
      day = bookingDay(rules, date);
      ends = new Map(slotsOn(rules, date).map((slot) => [slot.startsAt, slot.endsAt]));
    }
    return ends.get(startsAt) === endsAt;
  };
}

function rulesOn(rules: FacilityRules, change: RulesChange, side: Side): FacilityRules {
  if (change.of === 'slot' || change.of === 'slots') return rules;
  if (change.of === 'day' || change.of === 'days') {
    const exceptions = new Map(rules.exceptions);
    for (const { date, hours } of hoursOf(rules.facilityId, change, side)) {
      exceptions.delete(date);
      if (hours) exceptions.set(date, openingOf(hours));
    }
    return { ...rules, exceptions };
  }
  const settings = change[side];
  return { ...rules, ...toFields(Object.keys(settings) as (keyof typeof settings)[], settings) };
}

/** The days of a facility that a change gives other hours, with those of one side. */
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

const openingOf = ({ opens_at: opensAt, closes_at: closesAt }: NonNullable<DayHours>) =>
  opensAt === null || closesAt === null ? null : { opensAt, closesAt };

/** Tells what a row is on one side of a change. */
function rowsOn(change: RulesChange): (row: LedgerRow, side: Side) => LedgerRow {
  if (change.of !== 'slot' && change.of !== 'slots') return (row) => row;
  const ids = new Set(change.of === 'slot' ? [change.slotId] : change.slotIds);
  return (row, side) => (ids.has(row.id) ? { ...row, ...change[side] } : row);
}
