import { smallestParty } from '@venue-booking/domain/price/partyOfSize';
import { countDays } from '@venue-booking/domain/schedule/dayRange';
import {
  addDays,
  bookingDayAt,
  daysBetween,
  localAt,
  localWithOffset,
  offsetAt,
} from '@venue-booking/domain/schedule/venueTime';
import {
  type Availability,
  type DaySlots,
  DEFAULT_RANGE_DAYS,
  MAX_RANGE_DAYS,
  type Slot,
  type SlotCheck,
} from '@venue-booking/proto/facility/slot';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import { fail } from '@venue-booking/proto/failures';
import { findPeopleServed, hasRequiredStock, readAddOnsLeft } from '../addOns/addOnStock.ts';
import type { AvailabilityDatabase } from '../database.ts';
import { type FacilityRules, findDays } from '../rules/rulesStore.ts';
import { daysAround } from '../schedule/daysAround.ts';
import { offGridRules } from '../schedule/offGrid.ts';
import { type Days, datesOf } from '../schedule/schedule.ts';
import { nowAt } from '../slots/now.ts';
import { dayOfSlots, eachDay, isBookable, type SlotState, summaryOn } from '../slots/slot.ts';
import { slotPrices } from './slotPrice.ts';

type Deps = { database: AvailabilityDatabase };
type OfFacility = { venueId: number; facilityId: number };

const LAST_POSSIBLE_DATE = '9999-12-31';
async function activeDays({ database }: Deps, { venueId, facilityId }: OfFacility, days: Days) {
  const found = await findDays(database, { venueId, facilityId, days });
  if (!found?.rules.active) throw fail('facility_not_found');
  return found;
}

/** The slots of a facility on a booking day, by default today. @throws `facility_not_found` */
export async function daySlots(
  deps: Deps,
  input: OfFacility & { date?: string | undefined },
): Promise<DaySlots> {
  const days = input.date ? { from: input.date, count: 1 } : daysAround(Date.now());
  const { rules, rows, taken, blocks } = await activeDays(deps, input, days);
  const now = nowAt(rules);
  const date = input.date ?? now.today;
  const day = dayOfSlots(rules, date, rows, now, taken, blocks);
  const slots = toPublicSlots(
    rules,
    await readAddOnsLeft(deps.database, { venueId: input.venueId, rules }, [date, day]),
  );
  return { facility: rules.name, date, day_start: rules.dayStart, slots };
}

/**
 * For each day of a range: whether any slot has room for the smallest party, and the number of free places.
 * @throws `facility_not_found`, `range_reversed`, `range_too_long`
 */
export async function availability(
  deps: Deps,
  input: OfFacility & { from?: string | undefined; to?: string | undefined },
): Promise<Availability> {
  const earliest = input.from ? { from: input.from, count: 1 } : daysAround(Date.now());
  const { rules, rows, taken, blocks } = await activeDays(deps, input, {
    ...earliest,
    count: earliest.count + (input.to ? MAX_RANGE_DAYS : DEFAULT_RANGE_DAYS),
  });
  const now = nowAt(rules);
  const from = input.from ?? now.today;
  const to = input.to ?? defaultEnd(from);
  const dates = datesOf({ from, count: countDays({ from, to }, MAX_RANGE_DAYS + 1, MAX_RANGE_DAYS) });
  const { venueId } = input;
  const served = hasRequiredStock(rules)
    ? await findPeopleServed(deps.database, { venueId, rules }, { from, to })
    : undefined;
  const smallest = smallestParty(rules.pricing, rules.minPeople);
  const days = Array.from(
    eachDay((...day) => summaryOn(day, { smallest, served: served?.(day[1]) }), {
      rules,
      dates,
      rows,
      now,
      taken,
      blocks,
    }),
    ([date, summary]) => ({ date, ...summary }),
  );
  return { facility: rules.name, from, to, days };
}

const defaultEnd = (from: string) =>
  daysBetween(from, LAST_POSSIBLE_DATE) < DEFAULT_RANGE_DAYS
    ? LAST_POSSIBLE_DATE
    : addDays(from, DEFAULT_RANGE_DAYS);

/**
 * A slot, its rules and its booking day; null when the venue has no such slot.
 * @param options.anyRooms leaves out whether its rooms are taken
 * @param options.minutes length of a slot off the grid
 * @param options.without id of a slot that counts as free; it keeps its own capacity
 */
export async function findSlot(
  { database }: Deps,
  venueId: number,
  slotId: number,
  {
    anyRooms = false,
    minutes,
    without,
  }: { anyRooms?: boolean; minutes?: number | undefined; without?: number } = {},
): Promise<{ rules: FacilityRules; date: string; slot: SlotState } | null> {
  const parsed = parseSlotId(slotId);
  if (!parsed) return null;
  const { facilityId, startsAt } = parsed;
  const found = await findDays(database, { venueId, facilityId, days: daysAround(startsAt) });
  if (!found?.rules.active) return null;
  const { taken, blocks } = found;
  const rows = found.rows.map((row) =>
    row.id === without ? { ...row, booked: 0, isPrivate: false, freeAt: null } : row,
  );
  const date = bookingDayAt(found.rules.timezone, found.rules.dayStart, startsAt);
  const rules = minutes === undefined ? found.rules : offGridRules(found.rules, date, { startsAt, minutes });
  if (!rules) return null;
  const slot = dayOfSlots(rules, date, rows, nowAt(rules), anyRooms ? [] : taken, blocks).find(
    ({ id }) => id === slotId,
  );
  return slot ? { rules, date, slot } : null;
}

/**
 * Re-checks one slot.
 * @param input.placesAlone `free` ignores add-ons: the caller compares them with those that its booking has
 * @throws `slot_not_found`
 */
export async function checkSlot(
  deps: Deps,
  input: { venueId: number; slotId: number; placesAlone?: boolean | undefined },
): Promise<SlotCheck> {
  const { venueId, slotId, placesAlone } = input;
  const found = await findSlot(deps, venueId, slotId);
  if (!found) throw fail('slot_not_found');
  const { rules, date } = found;
  const left = await readAddOnsLeft(deps.database, { venueId, rules, placesAlone }, [date, [found.slot]]);
  const [slot] = toPublicSlots(rules, left);
  if (!slot) throw fail('slot_not_found');
  const { id, booked, blocked, ...check } = slot;
  return { id, facility_id: rules.facilityId, ...check };
}

/** Slots as guests see them. Computes the UTC offset twice a day, and per slot only when clocks change. */
export function toPublicSlots(rules: FacilityRules, slots: readonly SlotState[]): Slot[] {
  const { timezone } = rules;
  const priceAt = slotPrices(rules);
  const [first, last] = [slots.at(0), slots.at(-1)];
  if (!first || !last) return [];
  const offset = offsetAt(timezone, first.startsAt);
  const steady = offset === offsetAt(timezone, last.endsAt);
  const local = (instant: number) => (steady ? localWithOffset(instant, offset) : localAt(timezone, instant));
  return slots.map((slot) => ({
    id: slot.id,
    starts_at: local(slot.startsAt),
    ends_at: local(slot.endsAt),
    capacity: slot.capacity,
    booked: slot.booked,
    free: slot.free,
    blocked: slot.failure !== null,
    bookable: isBookable(slot),
    ...(slot.reason !== null && { reason: slot.reason }),
    ...priceAt(local(slot.startsAt), slot.startsAt),
    ...(slot.addOns && { add_ons: slot.addOns }),
  }));
}
