import type { Locale } from '@venue-booking/proto/primitives';
import { languageTags } from './languageTags.ts';
import { locale } from './locale.ts';

/**
 * Formats dates, times and amounts. Times of a venue are local, `YYYY-MM-DDTHH:MM`, and shown without
 * conversion, whatever the person's time zone.
 */

const language = () => languageTags[locale.value];

/** Parsed and formatted in UTC, so that the browser's time zone has no effect. */
const asUtc = (local: string) => new Date(`${local.slice(0, 10)}T${local.slice(11, 16) || '12:00'}Z`);

/** Some browsers put a comma after an English weekday. */
const withoutComma = (date: string) => date.replace(',', '');
const punctuated: Record<Locale, (date: string) => string> = {
  nl: withoutComma,
  en: withoutComma,
  de: (date) => date,
  fr: (date) => withoutComma(date).replace(/(?<!\d)1 (?=\p{L})/u, '1er '),
};

const formats = new Map<string, Intl.DateTimeFormat>();
function write(local: string, options: Intl.DateTimeFormatOptions): string {
  const key = language() + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language(), { ...options, timeZone: 'UTC' });
  formats.set(key, format);
  return punctuated[locale.value](format.format(asUtc(local)));
}

/** `Saturday 21 November 2026`. @param local `YYYY-MM-DD` with or without a time */
export const longDate = (local: string): string =>
  write(local, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** `Sat 21 Nov`. */
export const shortDate = (local: string): string =>
  write(local, { weekday: 'short', day: 'numeric', month: 'short' });

/** `Sat 21 Nov`, or `Sat 21 Nov 2025` for another year than the current one. */
export const shortDateOfAnyYear = (local: string): string =>
  local.startsWith(String(new Date().getFullYear()))
    ? shortDate(local)
    : write(local, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

/** `25 December`, of every year. @param day `MM-DD` */
export const dayOfYear = (day: string): string => write(`2024-${day}`, { day: 'numeric', month: 'long' });

/** `November 2026`. */
export const monthAndYear = (local: string): string => write(local, { month: 'long', year: 'numeric' });

/** `Monday`. @param day 1 = Monday to 7 = Sunday */
export const weekdayName = (day: number): string => write(`2024-01-0${day}`, { weekday: 'long' });

/** `Mon`. @param day 1 = Monday to 7 = Sunday */
export const shortWeekday = (day: number): string => write(`2024-01-0${day}`, { weekday: 'short' });

/** `January`. @param month 1 to 12 */
export const monthName = (month: number): string =>
  write(`2024-${String(month).padStart(2, '0')}-01`, { month: 'long' });

/**
 * The local time of a zone at an instant, `YYYY-MM-DDTHH:MM`.
 * @param instant a date, or ISO 8601
 */
export const localOf = (instant: string | Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
    .format(new Date(instant))
    .replace(' ', 'T');

/** `14:30`. @param local `YYYY-MM-DDTHH:MM` */
export const timeOf = (local: string): string => local.slice(11, 16);

/** `Sat 21 Nov, 14:30`. */
export const dateAndTime = (local: string): string => `${shortDate(local)}, ${timeOf(local)}`;

/**
 * An instant, such as the time of a change, in the venue's time zone.
 * @param instant ISO 8601
 */
export const momentIn = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(language(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(instant));

/** `€ 24,50` or `€24.50`, with a minus sign below zero. */
export const euro = (amount: number): string =>
  new Intl.NumberFormat(language(), { style: 'currency', currency: 'EUR' }).format(amount).replace('-', '−');

/** `12,5%`, or `12,5 %` where the language has a space. */
export const percentage = (percent: number): string =>
  new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);

/** `24,50` or `24.50`, as for an input: no currency sign, and no decimals for a whole amount. */
export const plainAmount = (amount: number): string =>
  new Intl.NumberFormat(language(), {
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    maximumFractionDigits: 2,
    useGrouping: false,
  }).format(amount);

/** `+10`, `−12,50` or `0`: a change, as for an input. */
export const plainChange = (change: number): string =>
  `${change > 0 ? '+' : change < 0 ? '−' : ''}${plainAmount(Math.abs(change))}`;

/** `1.234` or `1,234`. */
export const count = (value: number): string => new Intl.NumberFormat(language()).format(value);
