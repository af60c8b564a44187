import type { DayWindow, Timetable } from '@venue-booking/proto/facility/timetable';
import { fail } from '@venue-booking/proto/failures';
import { hoursInDay, minutesInDay, minutesOf } from './openingHours.ts';

/** A facility's settings that its hours must be consistent with. */
export type Slots = { durationMinutes: number; bufferMinutes: number };
type FacilitySettings = Slots & { dayStart: string };

/** For hours of the venue as a whole, whose facilities differ: only the windows must not overlap. */
export const SHORTEST_SLOTS: Slots = { durationMinutes: 5, bufferMinutes: 0 };

/** Part of a day in minutes from its start: opening hours with their slots, or the slot of one start time. */
type Stretch = { shown: string; opens: number; closes: number; lastEnds: number };

const DAY = 1440;
const WEEK = [1, 2, 3, 4, 5, 6, 7];
const timeOf = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16);

/**
 * Validates a timetable.
 * @throws `hours_outside_day` if hours do not lie within one booking day, `hours_too_close` if windows or
 * starts of a day overlap or leave no room for the break
 */
export function checkTimetable(timetable: Timetable, fitting: FacilitySettings): void {
  for (const [index, season] of timetable.entries())
    for (const day of WEEK) {
      const windows = season.windows.filter(({ days }) => days.includes(day));
      const problem = problemOf(windows, fitting);
      if (problem) throw fail('hours_too_close', { season: season.name ?? index + 1, day, ...problem });
    }
}

/**
 * Validates the opening windows of a single date.
 * @throws `hours_outside_day`, `day_hours_too_close`
 */
export function checkDay(date: string, windows: readonly DayWindow[], fitting: FacilitySettings): void {
  const problem = problemOf(windows, fitting);
  if (problem) throw fail('day_hours_too_close', { date, ...problem });
}

/** Two windows or starts of a day that are too close; null if there are none. @throws `hours_outside_day` */
function problemOf(windows: readonly DayWindow[], fitting: FacilitySettings) {
  const stretches = windows.flatMap((window) => stretchesOf(window, fitting));
  if (stretches.some(({ opens, closes }) => opens >= closes || closes > DAY))
    throw fail('hours_outside_day', { dayStart: fitting.dayStart });
  return tooClose(stretches, fitting);
}

function stretchesOf(
  { starts, opens_at = '', closes_at = '' }: DayWindow,
  fitting: FacilitySettings,
): Stretch[] {
  const { dayStart, durationMinutes, bufferMinutes } = fitting;
  if (starts)
    return starts.map((start) => {
      const opens = minutesInDay(dayStart, start);
      const ends = opens + durationMinutes;
      return { shown: start, opens, closes: ends, lastEnds: ends };
    });
  const hours = hoursInDay(dayStart, opens_at, closes_at) ?? { opens: 0, closes: 0 };
  const step = durationMinutes + bufferMinutes;
  const count = Math.floor((hours.closes - hours.opens + bufferMinutes) / step);
  const lastEnds = count > 0 ? hours.opens + count * step - bufferMinutes : hours.opens;
  return [{ shown: `${opens_at}–${closes_at}`, ...hours, lastEnds }];
}

function tooClose(
  stretches: Stretch[],
  { dayStart, bufferMinutes }: FacilitySettings,
): { first: string; second: string; until: string } | null {
  const inOrder = stretches.toSorted((a, b) => a.opens - b.opens);
  for (const [index, first] of inOrder.entries()) {
    const second = inOrder[index + 1];
    const until = Math.max(first.closes, first.lastEnds + bufferMinutes);
    if (second && second.opens < until)
      return { first: first.shown, second: second.shown, until: timeOf((minutesOf(dayStart) + until) % DAY) };
  }
  return null;
}
