import type { Slot } from '@venue-booking/proto/facility/slot';
import { isBookable } from '../booking/party.ts';
import type { Schedule } from '../flow/schedule.ts';
import { weekdayOf } from '../texts/dates.ts';
import type { Text } from '../texts/wording.ts';

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
 * Another day to offer to a party: the next one after the chosen day, else the first one before it. Omits
 * days with fewer free places than the party needs.
 */
export function otherDay(schedule: Schedule, people: number): string | undefined {
  const { days, facility, date } = schedule;
  const found = freeDays(schedule).filter(
    (day) => facility.mode === 'FULL' || (days[day]?.free ?? people) >= people,
  );
  return found.find((day) => day > date) ?? found.find((day) => day !== date);
}

/** Whether no day is known on which the party could come. */
export const hasNoDay = (schedule: Schedule, people: number): boolean =>
  !!schedule.slots &&
  !schedule.loading &&
  !otherDay(schedule, people) &&
  !schedule.slots.some((slot) => isBookable(schedule.facility, slot, people));

/** Whether guests have taken a slot, rather than the venue having closed it. */
export const isTaken = ({ blocked, bookable, reason }: Slot): boolean =>
  (!blocked && !bookable) || /^(full|room_taken|add_on_gone)$/.test(reason ?? '');

/** Why a party can't book any of a day's slots. */
export function whyNone({ facility, slots }: Pick<Schedule, 'facility' | 'slots'>): Text {
  const times = comingTimes(slots ?? []);
  if (slots?.length && !times.length) return 'noMore';
  if (times.some((slot) => isBookable(facility, slot))) return 'tooFewOn';
  // A slot without a place for the smallest party counts as full.
  if (times.some((slot) => isTaken(slot) || !slot.blocked)) return 'fullOn';
  return times.some(({ reason }) => reason === 'too_far') ? 'notYetOn' : 'closedOn';
}

/**
 * The slots of a day that are not past or too short notice. Also drops full or blocked slots before the last
 * of those.
 */
export const comingTimes = (slots: readonly Slot[]): Slot[] =>
  slots.slice(slots.findLastIndex(({ reason }) => reason === 'past' || reason === 'notice') + 1);
