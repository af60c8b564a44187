import { afterNumber } from '@venue-booking/proto/price/words';
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

/** `€ 12,50` in Dutch, `€12.50` in English. */
export const formatEuro = (euro: number, locale: Locale): string => formattersOf(locale).euro.format(euro);

const free: Record<Locale, string> = { nl: 'Gratis', en: 'Free' };

/** Formats an amount, or "free" for zero. */
export const formatPrice = (euro: number, locale: Locale): string =>
  euro === 0 ? free[locale] : formatEuro(euro, locale);

/** Formats a price line: `2 × Adult`, `2 × per person`, `Weekend`. */
export const countedText = ({ text, count }: { text: string; count: number }): string =>
  count === 1 ? text : `${count} × ${afterNumber(text)}`;

type Booked = { name: Record<Locale, string>; count: number }[];
const bookedText = (booked: Booked, locale: Locale): string =>
  booked.map(({ name, count }) => `${count} × ${name[locale]}`).join(', ');

type Party = { people: number; guests?: Booked | undefined };
/** The party of a booking: `2 × Adult, 1 × Child`, or only a number. */
export const guestsText = ({ people, guests }: Party, locale: Locale): string =>
  guests ? bookedText(guests, locale) : String(people);

const persons: Record<Locale, string[]> = { nl: ['persoon', 'personen'], en: ['person', 'people'] };
/** The same with a unit, for places without a label: `1 person`, `4 people`. */
export const partyText = (party: Party, locale: Locale): string =>
  party.guests ? guestsText(party, locale) : `${party.people} ${persons[locale][+(party.people !== 1)]}`;

/** The add-ons of a booking: `2 × Towel, 1 × Robe`; empty if there are none. */
export const addOnsText = ({ add_ons = [] }: { add_ons?: Booked | undefined }, locale: Locale): string =>
  bookedText(add_ons, locale);

/** Label and amount of each VAT rate in a price. */
export const vatRows = (
  vat: { percent: number; vat_eur: number }[] | undefined,
  locale: Locale,
): [string, string][] =>
  (vat ?? []).map(({ percent, vat_eur }) => [
    locale === 'nl' ? `Waarvan btw ${String(percent).replace('.', ',')}%` : `Of which VAT ${percent}%`,
    formatEuro(vat_eur, locale),
  ]);

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for use between tags and inside quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
