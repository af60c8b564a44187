import { addDays, daysBetween, instantAt, weekdayOf } from '@venue-booking/kit/venueTime';

/** Days in a row, both included, as `YYYY-MM-DD`. */
export type DaySpan = { from: string; to: string };

const firstOfNextMonth = (date: string): string => `${addDays(`${date.slice(0, 8)}01`, 31).slice(0, 8)}01`;

const nextStart = {
  day: (date: string) => addDays(date, 1),
  week: (date: string) => addDays(date, 8 - weekdayOf(date)),
  month: firstOfNextMonth,
} satisfies Record<string, (date: string) => string>;

/** The periods that lie in a span of days, by time; the first and the last are cut at its ends. */
export function periodsOf({ from, to }: DaySpan, by: keyof typeof nextStart): DaySpan[] {
  const periods: DaySpan[] = [];
  for (let start = from; start <= to; start = nextStart[by](start)) {
    const end = addDays(nextStart[by](start), -1);
    periods.push({ from: start, to: end < to ? end : to });
  }
  return periods;
}

/** As many days that end the day before. */
export const spanBefore = ({ from, to }: DaySpan): DaySpan => ({
  from: addDays(from, daysBetween(to, from) - 1),
  to: addDays(from, -1),
});

/** When spans that follow each other begin, and when the last is over: ms since 1970, one more than spans. */
export const limitsOf = (timezone: string, spans: readonly DaySpan[]): number[] => [
  ...spans.map(({ from }) => instantAt(timezone, from, 0)),
  ...spans.slice(-1).map(({ to }) => instantAt(timezone, addDays(to, 1), 0)),
];
