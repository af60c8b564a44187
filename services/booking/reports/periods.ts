import { addDays, bookingDayStart, daysBetween, weekdayOf } from '@venue-booking/domain/schedule/venueTime';

/** A range of days as `YYYY-MM-DD`, both ends included. */
export type DaySpan = { from: string; to: string };

const firstOfNextMonth = (date: string): string => `${addDays(`${date.slice(0, 8)}01`, 31).slice(0, 8)}01`;

const nextStart = {
  day: (date: string) => addDays(date, 1),
  week: (date: string) => addDays(date, 8 - weekdayOf(date)),
  month: firstOfNextMonth,
} satisfies Record<string, (date: string) => string>;

/** The periods within a range of days, in order; the first and last are cut at its ends. */
export function periodsOf({ from, to }: DaySpan, by: keyof typeof nextStart): DaySpan[] {
  const periods: DaySpan[] = [];
  for (let start = from; start <= to; start = nextStart[by](start)) {
    const end = addDays(nextStart[by](start), -1);
    periods.push({ from: start, to: end < to ? end : to });
  }
  return periods;
}

/** The same number of days, ending the day before. */
export const spanBefore = ({ from, to }: DaySpan): DaySpan => ({
  from: addDays(from, daysBetween(to, from) - 1),
  to: addDays(from, -1),
});

/** Start of each consecutive span of booking days and the end of the last one, ms since 1970. */
export const boundariesOf = (
  { timezone, dayStart }: { timezone: string; dayStart: string },
  spans: readonly DaySpan[],
): number[] => [
  ...spans.map(({ from }) => bookingDayStart(timezone, dayStart, from)),
  ...spans.slice(-1).map(({ to }) => bookingDayStart(timezone, dayStart, addDays(to, 1))),
];
