/**
 * A booking day runs from the venue's `day_start` to the next one. An opening or closing time earlier than
 * `day_start` belongs to the next calendar date of the same booking day.
 */

const DAY = 1440;
/** Minutes from midnight to a time of day, `HH:MM`. */
export const minutesOf = (time: string): number =>
  600 * digitAt(time, 0) + 60 * digitAt(time, 1) + 10 * digitAt(time, 3) + digitAt(time, 4);

const digitAt = (time: string, index: number): number => time.charCodeAt(index) - 48;

/** Minutes from the start of a booking day to a time of it. */
export const minutesInDay = (dayStart: string, time: string): number =>
  (minutesOf(time) - minutesOf(dayStart) + DAY) % DAY;

/**
 * Opening hours as minutes of wall-clock time from `dayStart`: `0 <= opens < closes <= 1440`. Null when they
 * don't lie inside one booking day. Opens = closes = `dayStart` is open all day.
 */
export function hoursInDay(
  dayStart: string,
  opensAt: string,
  closesAt: string,
): { opens: number; closes: number } | null {
  const opens = minutesInDay(dayStart, opensAt);
  const closes = minutesInDay(dayStart, closesAt) || DAY;
  return opens < closes ? { opens, closes } : null;
}
