import type { FacilityException, SpecialDay } from '@venue-booking/proto/facility/exceptions';

/** How the calendar shows a day: closed or special hours, and whether for all selected facilities. */
export type Mark = { closed: boolean; all: boolean };

/**
 * The marks of special days for the selected facilities, by date. The days of a facility take precedence over
 * those of the whole venue.
 * @param days.own days of facilities, also those that keep their weekly hours
 */
export function marksOf({
  own,
  whole,
  facilities,
}: {
  own: readonly FacilityException[];
  whole: readonly SpecialDay[];
  facilities: readonly number[];
}): Map<string, Mark> {
  const wholeOn = new Map(whole.map((day) => [day.date, day]));
  const ownOn = new Map<string, Map<number, FacilityException>>();
  for (const day of own) ownOn.set(day.date, (ownOn.get(day.date) ?? new Map()).set(day.facility_id, day));
  const marks = new Map<string, Mark>();
  for (const date of new Set([...wholeOn.keys(), ...ownOn.keys()])) {
    const special = facilities
      .map((id) => ownOn.get(date)?.get(id) ?? wholeOn.get(date))
      .filter((day) => day !== undefined && !('weekly' in day && day.weekly));
    if (special.length === 0) continue;
    const closed = special.some((day) => day?.closed);
    const alike = special.filter((day) => day?.closed === closed);
    marks.set(date, { closed, all: alike.length === facilities.length });
  }
  return marks;
}
