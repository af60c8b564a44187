// The venue's dates and times are local strings. They are taken apart and counted in UTC, never read in the visitor's zone.

const DAY_MS = 86_400_000;

const atUtc = (date: string): number => Date.parse(`${date}T00:00Z`);

/** `YYYY-MM-DD` plus a number of days. */
export const addDays = (date: string, days: number): string =>
  new Date(atUtc(date) + days * DAY_MS).toISOString().slice(0, 10);

/** 1 = Monday to 7 = Sunday, as the API counts. */
export const weekdayOf = (date: string): number => new Date(atUtc(date)).getUTCDay() || 7;

/** The Monday of a date's week. */
export const weekStart = (date: string): string => addDays(date, 1 - weekdayOf(date));

/** `2026-06-17` → `2026-06-01` */
export const monthStart = (date: string): string => `${date.slice(0, 8)}01`;

/** The first of a month some months later or earlier. */
export const addMonths = (date: string, months: number): string => {
  const first = new Date(atUtc(monthStart(date)));
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 10);
};

/** `2026-06-01T20:30` → `2026-06-01` */
export const dateOf = (local: string): string => local.slice(0, 10);
/** `2026-06-01T20:30` → `20:30` */
export const timeOf = (local: string): string => local.slice(11, 16);

/** Minutes between two local times, or from one date's midnight. */
export const minutesBetween = (from: string, to: string): number =>
  (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000;

/** Texts of dates in a language. @param parts what to show, as `Intl.DateTimeFormat` takes it */
export const dateText = (locale: string, date: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { ...parts, timeZone: 'UTC' })
    .format(atUtc(date))
    .replace(',', '');

/** `Monday 1 June` */
export const longDate = (locale: string, date: string): string =>
  dateText(locale, date, { weekday: 'long', day: 'numeric', month: 'long' });
