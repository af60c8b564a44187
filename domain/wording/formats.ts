import type { Locale } from '@venue-booking/proto/primitives';
import { texts } from './texts.ts';

/** Formats days, times (the venue's local ones, `YYYY-MM-DDTHH:MM`) and amounts for pages and mails. */

const tags: Record<Locale, string> = { nl: 'nl-NL', en: 'en-GB', de: 'de-DE', fr: 'fr-FR' };
const made: { [L in Locale]?: ReturnType<typeof makeFormatters> } = {};
/**
 * Formatters by locale, cached because making one takes a hundred times as long as using it. Made on first
 * use, because that would slow down every start.
 */
const formattersOf = (locale: Locale) => (made[locale] ??= makeFormatters(tags[locale]));

function makeFormatters(tag: string) {
  const percent = { style: 'percent', maximumFractionDigits: 2 } as const;
  return {
    date: new Intl.DateTimeFormat(tag, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
    month: new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    weekday: new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }),
    euro: new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' }),
    percent: new Intl.NumberFormat(tag, percent),
  };
}

/**
 * `Saturday 28 November`; `Samstag, 28. November` in German. The local time is parsed and formatted as UTC,
 * so that no other zone interferes.
 */
function formatDate(local: string, locale: Locale): string {
  const date = formattersOf(locale).date.format(new Date(`${local}:00Z`));
  // Long dates wrap on phones, but not between the day and the month.
  if (locale === 'de') return date.replace(/(\d+\.) /, '$1\u00a0');
  // `Intl` has no ordinals; French writes `1er janvier`.
  if (locale === 'fr') return date.replace(/ 1 /, ' 1er ').replace(/(\d+|1er) /, '$1\u00a0');
  return date.replace(',', '');
}

/** `Saturday 28 November 2026`. */
export const formatDay = (local: string, locale: Locale): string =>
  `${formatDate(local, locale)} ${local.slice(0, 4)}`;

/** `November 2026`. @param month `YYYY-MM` */
export const formatMonth = (month: string, locale: Locale): string =>
  formattersOf(locale).month.format(new Date(`${month}-01`));

/** `Saturday 28 November 2026, 10:00`; `Samstag, 28. November 2026, 10:00 Uhr` in German. */
export const formatMoment = (local: string, locale: Locale): string =>
  texts[locale].moment(formatDay(local, locale), local.slice(11));

/**
 * `10:00–12:00`, `10:00–12:00 Uhr` in German. An end on another date names it: `23:00–01:00 (Sunday 29
 * November)`.
 */
export function formatTimes(startsAt: string, endsAt: string, locale: Locale): string {
  const times = texts[locale].times(startsAt.slice(11), endsAt.slice(11));
  const sameDate = startsAt.slice(0, 10) === endsAt.slice(0, 10);
  return sameDate ? times : `${times} (${formatDate(endsAt, locale)})`;
}

/**
 * `in the night from Saturday to Sunday`, for a time after midnight that belongs to the booking day before;
 * empty for other times.
 * @param dayStart HH:MM at which a booking day starts
 */
export function formatNight(local: string, dayStart: string, locale: Locale): string {
  const time = local.slice(11);
  if (time >= dayStart || time >= '06:00') return '';
  const next = new Date(`${local}:00Z`);
  const date = new Date(next.getTime() - 24 * 3600_000);
  const { weekday } = formattersOf(locale);
  return texts[locale].night(weekday.format(date), weekday.format(next));
}

/** `€ 12,50` in Dutch, `€12.50` in English, `12,50 €` in German and French. */
export const formatEuro = (euro: number, locale: Locale): string => formattersOf(locale).euro.format(euro);

/** Formats an amount, or "free" for zero. */
export const formatPrice = (euro: number, locale: Locale): string =>
  euro === 0 ? texts[locale].free : formatEuro(euro, locale);

/** `12.5%`, `12,5 %` in German and French. */
export const formatPercent = (percent: number, locale: Locale): string =>
  formattersOf(locale).percent.format(percent / 100);
