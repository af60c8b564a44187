import { addDays } from '../../../bookingDay.ts';

/** Arithmetic on dates, `YYYY-MM-DD`, in UTC, which has no clock changes. */

const DAY_MS = 86_400_000;
const read = (date: string): number => Date.parse(`${date}T00:00Z`);
const write = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const two = (value: number): string => String(value).padStart(2, '0');

/** Maximum number of exceptions per request; the API's `MAX_EXCEPTIONS_AT_ONCE`. */
export const MAX_FACILITY_DAYS = 1000;
/** Maximum number of facilities per request. */
export const MAX_FACILITIES = 100;

/** ISO weekday: 1 = Monday to 7 = Sunday. */
export const weekdayOf = (date: string): number => new Date(read(date)).getUTCDay() || 7;

/** All days between two dates, inclusive, in either order. */
export function daysBetween(one: string, other: string): string[] {
  const [first, last] = one < other ? [one, other] : [other, one];
  const length = (read(last) - read(first)) / DAY_MS + 1;
  return Array.from({ length }, (_, index) => addDays(first, index));
}

/** The days of a month. @param month 1 to 12 */
export function daysOfMonth(year: number, month: number): string[] {
  const last = write(Date.UTC(year, month, 0));
  return daysBetween(`${last.slice(0, 8)}01`, last);
}

/** The weeks of a month, Monday to Sunday; null for days of another month. */
export function weeksOfMonth(year: number, month: number): (string | null)[][] {
  const days = daysOfMonth(year, month);
  const before = Array<null>(weekdayOf(days[0] as string) - 1).fill(null);
  const cells = [...before, ...days];
  const padded = [...cells, ...Array<null>((7 - (cells.length % 7)) % 7).fill(null)];
  return Array.from({ length: padded.length / 7 }, (_, week) => padded.slice(week * 7, week * 7 + 7));
}

/** Adds months; the last day of the month if the day does not exist there. */
export function addMonths(date: string, months: number): string {
  const first = write(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + months, 1));
  const days = daysOfMonth(Number(first.slice(0, 4)), Number(first.slice(5, 7)));
  return `${first.slice(0, 8)}${two(Math.min(Number(date.slice(8)), days.length))}`;
}

const steps: Record<string, (date: string) => string> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  Home: (date) => addDays(date, 1 - weekdayOf(date)),
  End: (date) => addDays(date, 7 - weekdayOf(date)),
  PageUp: (date) => addMonths(date, -1),
  PageDown: (date) => addMonths(date, 1),
};

/** The period shown, inclusive. */
export type Days = { first: string; last: string };

/**
 * A period of whole years.
 * @param first the first day of its first month
 */
export const yearsFrom = (first: string, years: number): Days => ({
  first,
  last: addDays(addMonths(first, 12 * years), -1),
});

/** The first day of each month in a period of whole months. */
export function monthsIn({ first, last }: Days): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** The day that a key moves to, within the period; undefined for other keys. */
export function stepTo(date: string, key: string, { first, last }: Days): string | undefined {
  const to = steps[key]?.(date);
  if (to === undefined) return undefined;
  if (to < first) return first;
  return to > last ? last : to;
}
