import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { mergeOverlapping } from './intervals.ts';
import {
  bookingDay,
  dayPartsOn,
  type Interval,
  MINUTE_MS,
  type OpeningRules,
  openingOn,
  slotsOn,
} from './schedule.ts';

/**
 * Rules by which a booking day has one slot only: one of any start and length within its opening hours. Null
 * if it is not within them. See docs/decisions/0116-bookings-off-the-grid.md.
 */
export function offGridRules<R extends OpeningRules>(
  rules: R,
  date: string,
  { startsAt, minutes }: { startsAt: number; minutes: number },
): R | null {
  const endsAt = startsAt + minutes * MINUTE_MS;
  if (!hoursOn(rules, date).some((hours) => hours.startsAt <= startsAt && endsAt <= hours.endsAt))
    return null;
  const starts = [localAt(rules.timezone, startsAt).slice(11, 16)];
  return { ...rules, durationMinutes: minutes, exceptions: new Map([[date, [{ starts }]]]) };
}

/**
 * The opening hours of a booking day. With fixed starts, they are from the first slot to the end of the last
 * one.
 */
export function hoursOn(rules: OpeningRules, date: string): Interval[] {
  const day = bookingDay(rules, date);
  const parts = dayPartsOn(rules, date);
  const open = parts.flatMap((part) => ('startsAt' in part ? [] : (openingOn(rules, part, day) ?? [])));
  const slots = slotsOn(rules, date);
  const [first, last] = [slots[0], slots.at(-1)];
  if (first && last && parts.some((part) => 'startsAt' in part))
    open.push({ startsAt: first.startsAt, endsAt: last.endsAt, minutes: 0 });
  return mergeOverlapping(open);
}
