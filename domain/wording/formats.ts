import type { Locale } from '@venue-booking/proto/primitives';

/** Formats days, times (the venue's local ones, `YYYY-MM-DDTHH:MM`) and amounts for pages and mails. */

const tags: Record<Locale, string> = { nl: 'nl-NL', en: 'en-GB' };
const made: { [L in Locale]?: ReturnType<typeof makeFormatters> } = {};
/**
 * Formatters by locale, cached because making one takes a hundred times as long as using it. Made on first
 * use, because that would slow down every start.
 */
const formattersOf = (locale: Locale) => (made[locale] ??= makeFormatters(tags[locale]));

function makeFormatters(tag: string) {
  return {
    date: new Intl.DateTimeFormat(tag, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
    weekday: new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }),
    euro: new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' }),
  };
}

/**
 * `Saturday 28 November`. The local time is parsed and formatted as UTC, so that no other zone interferes.
 */
const formatDate = (local: string, locale: Locale) =>
  formattersOf(locale)
    .date.format(new Date(`${local}:00Z`))
    .replace(',', '');

/** `Saturday 28 November 2026`. */
export const formatDay = (local: string, locale: Locale): string =>
  `${formatDate(local, locale)} ${local.slice(0, 4)}`;

/** `Saturday 28 November 2026, 10:00`. */
export const formatMoment = (local: string, locale: Locale): string =>
  `${formatDay(local, locale)}, ${local.slice(11)}`;

/** `10:00–12:00`; an end on another date names it: `23:00–01:00 (Sunday 29 November)`. */
export function formatTimes(startsAt: string, endsAt: string, locale: Locale): string {
  const times = `${startsAt.slice(11)}–${endsAt.slice(11)}`;
  const sameDate = startsAt.slice(0, 10) === endsAt.slice(0, 10);
  return sameDate ? times : `${times} (${formatDate(endsAt, locale)})`;
}

const night: Record<Locale, (date: string, next: string) => string> = {
  nl: (date, next) => `in de nacht van ${date} op ${next}`,
  en: (date, next) => `in the night from ${date} to ${next}`,
};

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
  return night[locale](weekday.format(date), weekday.format(next));
}

/** `€ 12,50` in Dutch, `€12.50` in English. */
export const formatEuro = (euro: number, locale: Locale): string => formattersOf(locale).euro.format(euro);

const free: Record<Locale, string> = { nl: 'Gratis', en: 'Free' };

/** Formats an amount, or "free" for zero. */
export const formatPrice = (euro: number, locale: Locale): string =>
  euro === 0 ? free[locale] : formatEuro(euro, locale);
