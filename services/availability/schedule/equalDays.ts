import { weekdayOf } from '@venue-booking/domain/schedule/venueTime';
import { type BookingDay, dayPartsOn, type OpeningRules } from './schedule.ts';

/**
 * Groups booking days on which a facility has the same slots, so that the slots are computed once per group.
 * A day on which clocks change is a group of its own. The key is equal for facilities with equal slots.
 */
export function groupEqualDays(rules: OpeningRules, days: readonly BookingDay[]): Map<string, BookingDay[]> {
  const { durationMinutes, bufferMinutes } = rules;
  return Map.groupBy(days, ({ date, steady }) => {
    const parts = dayPartsOn(rules, date);
    return JSON.stringify([weekdayOf(date), parts, durationMinutes, bufferMinutes, steady ? null : date]);
  });
}
