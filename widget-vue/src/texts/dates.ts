import { formatOf } from './formats.ts';
import type { Locale } from './wording.ts';

// The venue's dates and times are local strings. All arithmetic parses them as UTC, so the visitor's timezone
// never matters.

const DAY_MS = 86_400_000;

const atUtc = (date: string): number => Date.parse(`${date}T00:00Z`);

/** `YYYY-MM-DD` plus a number of days. */
export const addDays = (date: string, days: number): string =>
  new Date(atUtc(date) + days * DAY_MS).toISOString().slice(0, 10);

/** 1 = Monday to 7 = Sunday, as the API counts. */
export const weekdayOf = (date: string): number => new Date(atUtc(date)).getUTCDay() || 7;

/** `2026-06-17` → `2026-06-01` */
export const monthStart = (date: string): string => `${date.slice(0, 8)}01`;

/** The same day in another month; the last day of that month if it is shorter. */
export const addMonths = (date: string, months: number): string => {
  const day = new Date(atUtc(date));
  const number = day.getUTCDate();
  day.setUTCMonth(day.getUTCMonth() + months);
  // JavaScript turns 31 February into 3 March; day 0 goes back to the last of February.
  if (day.getUTCDate() !== number) day.setUTCDate(0);
  return day.toISOString().slice(0, 10);
};

const daysFrom = (start: string, count: number): string[] =>
  Array.from({ length: count }, (_, day) => addDays(start, day));

/** The 42 days, starting on a Monday, that contain the whole month of a date. */
export const daysOfMonth = (date: string): string[] => {
  const first = monthStart(date);
  return daysFrom(addDays(first, 1 - weekdayOf(first)), 42);
};

/** Index (0 to 6) of a date within its group of seven days, where groups start today. */
export const placeInSeven = (today: string, date: string): number =>
  ((((atUtc(date) - atUtc(today)) / DAY_MS) % 7) + 7) % 7;

/** The group of seven days that contains a date, where groups start today. */
export const sevenDays = (today: string, date: string): string[] =>
  daysFrom(addDays(date, -placeInSeven(today, date)), 7);

/** `2026-06-01T20:30` → `2026-06-01` */
export const dateOf = (local: string): string => local.slice(0, 10);
/** `2026-06-01T20:30` → `20:30` */
export const timeOf = (local: string): string => local.slice(11, 16);

/** Minutes between two local times. */
export const minutesBetween = (from: string, to: string): number =>
  (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000;

/**
 * The instant of a local time in a timezone, in ms since 1970. NaN without a timezone, or if the browser does
 * not support it.
 */
export function instantOf(local: string, timeZone: string | undefined): number {
  const shown = Date.parse(`${local}Z`);
  try {
    // Swedish formats dates as ISO 8601.
    const shownAt = (instant: number) =>
      timeZone
        ? Date.parse(`${new Date(instant).toLocaleString('sv', { timeZone }).replace(' ', 'T')}Z`)
        : NaN;
    // The offset may change between the two instants, so compute it again near the result.
    const near = 2 * shown - shownAt(shown);
    return near + shown - shownAt(near);
  } catch {
    return NaN;
  }
}

export type DatePart = 'weekday' | 'day' | 'month' | 'year';

/**
 * Formats a date: `Monday 1 June`, `ma 1 jun`.
 * @param parts what to show; the locale decides the order
 */
export function dateText(locale: Locale, date: string, width: 'long' | 'short', parts: DatePart[]): string {
  const all = { weekday: width, day: 'numeric', month: width, year: 'numeric' } as const;
  const shown = Object.fromEntries(parts.map((part) => [part, all[part]]));
  const format = formatOf(Intl.DateTimeFormat, locale, { timeZone: 'UTC', ...shown });
  const text = format.format(atUtc(date));
  if (locale === 'fr') return text.replace(/(^| )1 /, '$11er ');
  // Some browsers put a comma after the weekday, which only German needs.
  return locale === 'de' ? text : text.replace(',', '');
}

/** `Monday 1 June` */
export const longDate = (locale: Locale, date: string): string =>
  dateText(locale, date, 'long', ['weekday', 'day', 'month']);
