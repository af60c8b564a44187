import type { Locale } from '@venue-booking/proto/primitives';
import type { OpenHours } from '@venue-booking/proto/venue/venuePage';
import { texts } from './texts/texts.ts';

/** Formats of dates, times and lengths on the page of a venue. */

type Formatters = ReturnType<typeof makeFormatters>;
const made: { [L in Locale]?: Formatters } = {};
/** Made on first use, because that takes a hundred times as long as a format. */
const formattersOf = (locale: Locale): Formatters => (made[locale] ??= makeFormatters(texts[locale].tag));

function makeFormatters(tag: string) {
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
  return {
    weekday: dates({ weekday: 'long' }),
    short: dates({ weekday: 'short', day: 'numeric', month: 'short' }),
    long: dates({ day: 'numeric', month: 'long', year: 'numeric' }),
    number: new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }),
    minutes: new Intl.NumberFormat(tag, { style: 'unit', unit: 'minute', unitDisplay: 'long' }),
  };
}

const utc = (date: string): Date => new Date(`${date}T00:00:00Z`);

/** `Monday`. @param date `YYYY-MM-DD` */
export const weekdayText = (date: string, locale: Locale): string =>
  capitalised(formattersOf(locale).weekday.format(utc(date)));

/** `Tue 1 Dec`. */
export const shortDate = (date: string, locale: Locale): string =>
  formattersOf(locale).short.format(utc(date)).replace(',', '');

/** `29 November 2026`. */
export const longDate = (date: string, locale: Locale): string => formattersOf(locale).long.format(utc(date));

/** `90 minutes`, `2.5 hours`. */
export function lengthText(minutes: number, locale: Locale): string {
  if (minutes < 120 || minutes % 30) return formattersOf(locale).minutes.format(minutes);
  return texts[locale].hoursUnit(formattersOf(locale).number.format(minutes / 60));
}

/** `09:00–12:00 and 17:00–22:00`; empty if closed. */
export function hoursText(hours: readonly OpenHours[], locale: Locale): string {
  const all = hours.map(({ opens_at, closes_at }) =>
    opens_at === closes_at ? texts[locale].allDay : `${opens_at}–${closes_at}`,
  );
  return all.join(` ${texts[locale].and} `);
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
