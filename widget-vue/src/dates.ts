import { formatOf } from './formats.ts';
import type { Locale } from './wording.ts';

// The venue's dates and times are local strings. They are taken apart and counted in UTC, never read in the
// visitor's zone.

const DAY_MS = 86_400_000;

const atUtc = (date: string): number => Date.parse(`${date}T00:00Z`);

/** `YYYY-MM-DD` plus a number of days. */
export const addDays = (date: string, days: number): string =>
  new Date(atUtc(date) + days * DAY_MS).toISOString().slice(0, 10);

/** 1 = Monday to 7 = Sunday, as the API counts. */
export const weekdayOf = (date: string): number => new Date(atUtc(date)).getUTCDay() || 7;

/** `2026-06-17` → `2026-06-01` */
export const monthStart = (date: string): string => `${date.slice(0, 8)}01`;

/** The same day some months later or earlier; the last of the month where it has no such day. */
export const addMonths = (date: string, months: number): string => {
  const day = new Date(atUtc(date));
  const number = day.getUTCDate();
  day.setUTCMonth(day.getUTCMonth() + months);
  // 31 May less three months is 31 February, which JavaScript takes for 3 March.
  if (day.getUTCDate() !== number) day.setUTCDate(0);
  return day.toISOString().slice(0, 10);
};

const daysFrom = (start: string, count: number): string[] =>
  Array.from({ length: count }, (_, day) => addDays(start, day));

/** The days of the six weeks from a Monday on that hold all of a date's month. */
export const daysOfMonth = (date: string): string[] => {
  const first = monthStart(date);
  return daysFrom(addDays(first, 1 - weekdayOf(first)), 42);
};

/** Which of its seven days a date is, counted in sevens from today on: 0 to 6. */
export const placeInSeven = (today: string, date: string): number =>
  ((((atUtc(date) - atUtc(today)) / DAY_MS) % 7) + 7) % 7;

/** The seven days that hold a date, counted in sevens from today on. */
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
 * The instant of a local time of a zone, in ms. NaN for a zone that this browser does not know, or none.
 */
export function instantOf(local: string, timeZone: string | undefined): number {
  const shown = Date.parse(`${local}Z`);
  try {
    // The language whose dates are those of ISO 8601.
    const shownAt = (instant: number) =>
      timeZone
        ? Date.parse(`${new Date(instant).toLocaleString('sv', { timeZone }).replace(' ', 'T')}Z`)
        : NaN;
    // By the offset of then, not of some hours from it.
    const near = 2 * shown - shownAt(shown);
    return near + shown - shownAt(near);
  } catch {
    return NaN;
  }
}

export type DatePart = 'weekday' | 'day' | 'month' | 'year';

/**
 * Text of a date in a language: `Monday 1 June`, `ma 1 jun`.
 * @param parts what to show; the language orders them
 */
export function dateText(locale: Locale, date: string, width: 'long' | 'short', parts: DatePart[]): string {
  const all = { weekday: width, day: 'numeric', month: width, year: 'numeric' } as const;
  const shown = Object.fromEntries(parts.map((part) => [part, all[part]]));
  const format = formatOf(Intl.DateTimeFormat, locale, { timeZone: 'UTC', ...shown });
  // Not every browser has a comma behind the day of the week.
  return format.format(atUtc(date)).replace(',', '');
}

/** `Monday 1 June` */
export const longDate = (locale: Locale, date: string): string =>
  dateText(locale, date, 'long', ['weekday', 'day', 'month']);
