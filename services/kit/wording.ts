import type { Locale } from '@venue-booking/proto/primitives';

/** Days, times and amounts in words, as guests read them on pages and in mail. */

const languages = { nl: 'nl-NL', en: 'en-GB' } satisfies Record<Locale, string>;

/** The venue's local time as it is: shown as UTC, so that no other zone gets a say. */
const day = (local: string, locale: Locale, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(languages[locale], { ...options, timeZone: 'UTC' })
    .format(new Date(`${local.slice(0, 10)}T00:00:00Z`))
    .replace(',', '');

/** The day of a local date or time, `YYYY-MM-DD…`, such as `Saturday 28 November 2026`. */
export const formatDay = (local: string, locale: Locale): string =>
  day(local, locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/**
 * Two local times, `YYYY-MM-DDTHH:MM`, such as `10:00 – 12:00`; an end on another date than the start tells its own:
 * `23:00 – 01:00 (Sunday 29 November)`.
 */
export function formatTimes(startsAtLocal: string, endsAtLocal: string, locale: Locale): string {
  const times = `${startsAtLocal.slice(11)} – ${endsAtLocal.slice(11)}`;
  if (startsAtLocal.slice(0, 10) === endsAtLocal.slice(0, 10)) return times;
  return `${times} (${day(endsAtLocal, locale, { weekday: 'long', day: 'numeric', month: 'long' })})`;
}

/** An amount in euro. */
export const formatEuro = (euro: number, locale: Locale): string =>
  new Intl.NumberFormat(languages[locale], { style: 'currency', currency: 'EUR' }).format(euro);

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that is safe between tags and inside a quoted attribute. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
