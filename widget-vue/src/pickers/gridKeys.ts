import { addDays, addMonths, placeInSeven, weekdayOf } from '../dates.ts';

/** How many places a key moves in a grid that is read row by row; undefined for a key that does not. */
const stepOf = (key: string, index: number, row: number): number | undefined =>
  ({
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -row,
    ArrowDown: row,
    Home: -(index % row),
    End: row - 1 - (index % row),
  })[key];

/** The same place on another page: weeks away, or months where whole months are shown. */
export const pageFrom = (date: string, weeks: number, pages: number): string =>
  weeks > 1 ? addMonths(date, pages) : addDays(date, pages * 7);

/**
 * The day that a key moves to: in a month, whose rows begin on Monday, or in a strip, whose rows begin on
 * today's weekday. Undefined for a key that does not move.
 */
export function dayAt(key: string, today: string, date: string, weeks: number): string | undefined {
  const pages = { PageUp: -1, PageDown: 1 }[key];
  if (pages) return pageFrom(date, weeks, pages);
  const step = stepOf(key, weeks > 1 ? weekdayOf(date) - 1 : placeInSeven(today, date), 7);
  return step === undefined ? step : addDays(date, step);
}

/**
 * Which of some times a key moves to, `row` of them side by side; -1 for a key that does not move, and at the
 * edges.
 */
export function timeAt(key: string, index: number, count: number, row: number): number {
  const to = index + (stepOf(key, index, row) ?? Number.NaN);
  return index >= 0 && to >= 0 ? Math.min(to, count - 1) : -1;
}
