import type { Slot } from '@venue-booking/proto/facility/slot';
import type { Schedule } from '../flow/schedule.ts';
import { weekdayOf } from '../texts/dates.ts';

type DayState = 'past' | 'closed' | 'noneFree' | 'someFree';

/**
 * State of a day for the picker. An unknown day counts as available, unless the facility is closed on that
 * weekday.
 */
export function dayState({ facility, today, days }: Schedule, date: string): DayState {
  if (date < today) return 'past';
  const isOpen = facility.open_days.includes(weekdayOf(date));
  if (days[date]?.bookable ?? isOpen) return 'someFree';
  return isOpen ? 'noneFree' : 'closed';
}

/** The days known to have availability, in order. */
export const freeDays = ({ today, days }: Schedule): string[] =>
  Object.keys(days)
    .filter((date) => date >= today && days[date]?.bookable)
    .sort();

/**
 * The slots of a day that are not past or too short notice. Also drops full or blocked slots before the last
 * of those.
 */
export const comingTimes = (slots: readonly Slot[]): Slot[] =>
  slots.slice(slots.findLastIndex(({ reason }) => reason === 'past' || reason === 'notice') + 1);
