import type { Slot } from '@venue-booking/proto/slot';
import { weekdayOf } from '../dates.ts';
import type { Schedule } from '../schedule.ts';

type DayState = 'past' | 'closed' | 'noneFree' | 'someFree';

/** What a day has to offer. One that is not known yet may be tried, unless its weekday is closed. */
export function dayState({ facility, today, days }: Schedule, date: string): DayState {
  if (date < today) return 'past';
  const isOpen = facility.open_days.includes(weekdayOf(date));
  if (days[date]?.bookable ?? isOpen) return 'someFree';
  return isOpen ? 'noneFree' : 'closed';
}

/** The days on which something is known to be free, first to last. */
export const freeDays = ({ today, days }: Schedule): string[] =>
  Object.keys(days)
    .filter((date) => date >= today && days[date]?.bookable)
    .sort();

/**
 * The times of a day without those that are over, or too near to be booked still. What was full or blocked
 * before such a time is over as well.
 */
export const comingTimes = (slots: readonly Slot[]): Slot[] =>
  slots.slice(slots.findLastIndex(({ reason }) => reason === 'past' || reason === 'notice') + 1);
