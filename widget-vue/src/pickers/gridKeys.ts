import { addDays, addMonths, placeInSeven, weekdayOf } from '../texts/dates.ts';

/** How many cells a key moves in a grid with rows of `row` cells; undefined for other keys. */
const stepOf = (key: string, index: number, row: number): number | undefined =>
  ({
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -row,
    ArrowDown: row,
    Home: -(index % row),
    End: row - 1 - (index % row),
  })[key];

/** The date some pages away. A page is a week in the strip and a month in the calendar. */
export const pageFrom = (date: string, weeks: number, pages: number): string =>
  weeks > 1 ? addMonths(date, pages) : addDays(date, pages * 7);

/**
 * The day that a key moves to; undefined for other keys. Rows of a month begin on Monday; the strip begins on
 * today's weekday.
 */
export function dayAt(key: string, today: string, date: string, weeks: number): string | undefined {
  const pages = { PageUp: -1, PageDown: 1 }[key];
  if (pages) return pageFrom(date, weeks, pages);
  const step = stepOf(key, weeks > 1 ? weekdayOf(date) - 1 : placeInSeven(today, date), 7);
  return step === undefined ? step : addDays(date, step);
}

/** Position of a time's button. */
type At = { offsetLeft: number; offsetTop: number };

/**
 * Index of the time that a key moves to. Up and Down go to the closest time of the next row, which may belong
 * to another part of the day. -1 for other keys and at the edges.
 */
export function timeAt(key: string, index: number, times: readonly At[]): number {
  const at = times[index];
  if (!at) return -1;
  const indexOf = (time: At | undefined) => (time ? times.indexOf(time) : -1);
  const row = times.filter(({ offsetTop }) => offsetTop === at.offsetTop);
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step) return indexOf(times[index + step]);
  if (key === 'Home') return indexOf(row[0]);
  if (key === 'End') return indexOf(row.at(-1));
  const sign = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (!sign) return -1;
  const away = (time: At) => sign * (time.offsetTop - at.offsetTop);
  const aside = (time: At) => Math.abs(time.offsetLeft - at.offsetLeft);
  const beyond = times.filter((time) => away(time) > 0);
  return indexOf(beyond.toSorted((a, b) => away(a) - away(b) || aside(a) - aside(b))[0]);
}
