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

/** Index of the slot that a key moves to, with `row` slots per row. -1 for other keys and at the edges. */
export function timeAt(key: string, index: number, count: number, row: number): number {
  const to = index + (stepOf(key, index, row) ?? Number.NaN);
  return index >= 0 && to >= 0 ? Math.min(to, count - 1) : -1;
}
