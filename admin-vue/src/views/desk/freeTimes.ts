import type { Calendar, CalendarFacility, CalendarSlot } from '@venue-booking/proto/booking/calendar';
import type { AdminFacility } from '@venue-booking/proto/facility/facility';
import { byName, canBook } from '../today/layout.ts';

/** The times of a facility that a party can book. */
export type FacilityTimes = Pick<CalendarFacility, 'id' | 'name' | 'mode' | 'slots'>;

type Limits = Pick<AdminFacility, 'id' | 'min_people' | 'max_people_per_booking'>;

/**
 * The times of a day that the desk can book for a party, by facility. A slot that is running counts, for
 * guests who walk in. A facility without a fitting time is left out.
 * @param limits party sizes of the facilities; one without limits fits every party
 * @param now an instant in ms
 */
export function freeTimes(
  { days }: Pick<Calendar, 'days'>,
  { people, limits, now }: { people: number; limits: readonly Limits[]; now: number },
): FacilityTimes[] {
  const isOver = ({ starts_at_utc, minutes }: CalendarSlot) =>
    Date.parse(starts_at_utc) + minutes * 60_000 <= now;
  const fits = (slot: CalendarSlot) => canBook(slot) && slot.free >= people && !isOver(slot);
  return days
    .flatMap(({ facilities }) => facilities)
    .filter(({ id }) => {
      const limit = limits.find((facility) => facility.id === id);
      return !limit || (people >= limit.min_people && people <= limit.max_people_per_booking);
    })
    .map((facility) => ({ ...facility, slots: facility.slots.filter(fits) }))
    .filter(({ slots }) => slots.length > 0)
    .toSorted(byName);
}
