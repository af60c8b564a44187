import type { AdminFacility } from '@venue-booking/proto/facility/facility';
import type { DayWindow } from '@venue-booking/proto/facility/timetable';
import { hoursInDay, minutesInDay, minutesOf } from './openingHours.ts';
import { seasonOn } from './season.ts';
import { addDays, weekdayOf } from './venueTime.ts';

/** The hours of a facility by week or season. */
export type WeeklyHours = Pick<
  AdminFacility,
  'opens_at' | 'closes_at' | 'open_days' | 'duration_minutes' | 'buffer_minutes' | 'timetable'
>;

const DAY = 1440;

/**
 * Local times, `YYYY-MM-DDTHH:MM`, at which slots start on a booking day by the week or season. Special days
 * and clock changes are ignored.
 */
export function startTimesOn(hours: WeeklyHours, dayStart: string, date: string): string[] {
  return windowsOn(hours, date)
    .flatMap((window) => startsIn(window, hours, dayStart))
    .filter((minutes) => minutes + hours.duration_minutes <= DAY)
    .map((minutes) => localTime(date, minutesOf(dayStart) + minutes));
}

/** The windows of a booking day by the week or season; empty: closed. */
export function windowsOn(
  { timetable, open_days, opens_at, closes_at }: Omit<WeeklyHours, 'duration_minutes' | 'buffer_minutes'>,
  date: string,
): DayWindow[] {
  const weekday = weekdayOf(date);
  if (!timetable) return open_days.includes(weekday) ? [{ opens_at, closes_at }] : [];
  return seasonOn(timetable, date)?.windows.filter(({ days }) => days.includes(weekday)) ?? [];
}

/** Starts in minutes from the start of the day. */
function startsIn(
  { starts, opens_at = '', closes_at = '' }: DayWindow,
  { duration_minutes: duration, buffer_minutes: buffer }: WeeklyHours,
  dayStart: string,
): number[] {
  if (starts) return starts.map((start) => minutesInDay(dayStart, start));
  const hours = hoursInDay(dayStart, opens_at, closes_at);
  if (!hours) return [];
  const found: number[] = [];
  for (let at = hours.opens; at + duration <= hours.closes; at += duration + buffer) found.push(at);
  return found;
}

function localTime(date: string, minutes: number): string {
  const time = new Date((minutes % DAY) * 60_000).toISOString().slice(11, 16);
  return `${minutes < DAY ? date : addDays(date, 1)}T${time}`;
}
