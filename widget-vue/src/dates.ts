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

/** The days of whole weeks from Monday: the week of a date, or six weeks that hold all of its month. */
export const daysAround = (date: string, weeks: number): string[] => {
  const start = weeks > 1 ? monthStart(date) : date;
  return Array.from({ length: weeks * 7 }, (_, day) => addDays(start, day + 1 - weekdayOf(start)));
};

/** `2026-06-01T20:30` → `2026-06-01` */
export const dateOf = (local: string): string => local.slice(0, 10);
/** `2026-06-01T20:30` → `20:30` */
export const timeOf = (local: string): string => local.slice(11, 16);

/** Minutes between two local times. */
export const minutesBetween = (from: string, to: string): number =>
  (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000;

export type DatePart = 'weekday' | 'day' | 'month' | 'year';

// By hand, as making a format of Intl's takes 10 ms and more, and two are needed before a guest can choose.
const names = {
  nl: {
    weekdays: 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
    months: 'januari februari maart april mei juni juli augustus september oktober november december',
  },
  en: {
    weekdays: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
    months: 'January February March April May June July August September October November December',
  },
};

/**
 * Text of a date in a language: `Monday 1 June`, `ma 1 jun`.
 * @param parts what to show, in the order in which both languages say it
 */
export function dateText(locale: Locale, date: string, width: 'long' | 'short', parts: DatePart[]): string {
  const { weekdays, months } = names[locale];
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const short = (name: string, length: number) =>
    width === 'long' ? name : name === 'maart' ? 'mrt' : name.slice(0, length);
  const texts: Record<DatePart, string | number> = {
    weekday: short(weekdays.split(' ')[weekdayOf(date) - 1] as string, locale === 'en' ? 3 : 2),
    day,
    month: short(months.split(' ')[month - 1] as string, 3),
    year,
  };
  return parts.map((part) => texts[part]).join(' ');
}

/** `Monday 1 June` */
export const longDate = (locale: Locale, date: string): string =>
  dateText(locale, date, 'long', ['weekday', 'day', 'month']);
