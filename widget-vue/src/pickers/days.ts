import type { Slot } from '@venue-booking/proto/facility/slot';
import { isBookable } from '../booking/party.ts';
import type { Schedule } from '../flow/schedule.ts';
import { dateOf, weekdayOf } from '../texts/dates.ts';
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
  return isOpen && !days[date]?.closed ? 'noneFree' : 'closed';
}

/** Dots of the days with the fewest free places. */
const MOST_DOTS = 3;

/**
 * How full a day is, from 1 to {@link MOST_DOTS}, compared with the known day that has the most free places.
 * 0 if unknown.
 */
export function fullness({ days }: Pick<Schedule, 'days'>, date: string): number {
  const day = days[date];
  const most = Math.max(...Object.values(days).map(({ free }) => free));
  return day ? MOST_DOTS - Math.min(Math.floor((day.free / most) * MOST_DOTS), MOST_DOTS - 1) : 0;
}

/** A part of the day. Night includes the small hours of the next date. */
export type DayPart = 'morning' | 'afternoon' | 'evening' | 'night';

/** More times than this are shown by part of the day. */
const MOST_UNGROUPED = 6;

/** Most times for which space is reserved. */
const MOST_RESERVED = 30;

/**
 * The numbers of times by part of the day for which space is reserved: those of the day shown, or of the
 * busiest known day, as far as free places tell.
 */
export function ghostParts({
  days,
  facility,
  slots,
}: Pick<Schedule, 'days' | 'facility' | 'slots'>): number[] {
  const free = Object.values(days).map((day) => day.free);
  const known = Math.max(
    comingTimes(slots ?? []).length,
    Math.ceil(Math.max(0, ...free) / facility.capacity),
  );
  const count = Math.min(known || MOST_UNGROUPED, MOST_RESERVED);
  if (count <= MOST_UNGROUPED) return [count];
  const each = Math.ceil(count / 3);
  return [each, each, count - 2 * each];
}

/**
 * The times of a day by part of the day, in order; one group without a part if there are few, or if all are
 * in the same part.
 * @param date the booking day
 */
export function dayParts(
  times: readonly Slot[],
  date: string,
): { part: DayPart | undefined; times: readonly Slot[] }[] {
  const groups: { part: DayPart; times: Slot[] }[] = [];
  for (const slot of times) {
    const part = partOf(slot, date);
    const last = groups.at(-1);
    if (last?.part === part) last.times.push(slot);
    else groups.push({ part, times: [slot] });
  }
  return times.length > MOST_UNGROUPED && groups[1] ? groups : [{ part: undefined, times }];
}

function partOf({ starts_at }: Slot, date: string): DayPart {
  const hour = Number(starts_at.slice(11, 13));
  if (hour < 6 || dateOf(starts_at) > date) return 'night';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
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
