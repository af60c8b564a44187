import { setImmediate } from 'node:timers/promises';
import { HORIZON_DAYS, type VenueOffer } from '@venue-booking/proto/venue/venueOffer';
import type { AvailabilityDatabase } from '../database.ts';
import { findRulesOf } from '../rules/rulesStore.ts';
import { daysAround } from '../schedule/daysAround.ts';
import { groupEqualDays } from '../schedule/equalDays.ts';
import { bookingDay, datesOf, slotsOn } from '../schedule/schedule.ts';
import { nowAt } from '../slots/now.ts';

/**
 * Places that a venue offers per booking day, by the opening hours and capacities of its active facilities.
 * Blocked slots, capacities of single slots and shared rooms are ignored: the result only sets the share of
 * one guest.
 * @param input.around an instant in ms: the days around it; absent: the booking horizon from today
 */
export async function placesOffered(
  database: AvailabilityDatabase,
  { venueId, around }: { venueId: number; around?: number | undefined },
): Promise<VenueOffer> {
  const span = daysAround(around ?? Date.now(), around === undefined ? HORIZON_DAYS : 1);
  const all = await findRulesOf(database, { venueId, facilityIds: null }, span);
  const found = all.filter(({ active }) => active);
  const [first] = found;
  if (!first) return { days: [], privatePlaces: {} };
  const { today } = nowAt(first);
  const horizon = Math.min(HORIZON_DAYS, (first.maxAdvanceDays ?? HORIZON_DAYS) + 1);
  const dates = around === undefined ? datesOf({ from: today, count: horizon }) : datesOf(span);
  const days = dates.map((date) => ({ ...bookingDay(first, date), places: 0 }));
  const placesOn = new Map(days.map((day) => [day.date, day]));
  for (const rules of found) {
    for (const same of groupEqualDays(rules, days).values()) {
      const places = slotsOn(rules, same[0]?.date ?? '').length * rules.capacity;
      for (const { date } of same) {
        const day = placesOn.get(date);
        if (day) day.places += places;
      }
    }
    // A venue may have a thousand facilities: let other requests run in between.
    await setImmediate();
  }
  return {
    days: days.map(({ startsAt, endsAt, places }) => ({ startsAt, endsAt, places })),
    privatePlaces: Object.fromEntries(
      found.flatMap(({ mode, facilityId, capacity }) => (mode === 'FULL' ? [[facilityId, capacity]] : [])),
    ),
  };
}
