import type { Locale } from '@venue-booking/proto/primitives';
import { textAfterCount } from '../price/lineTexts.ts';
import { formatEuro } from './formats.ts';

/** Formats a price line: `2 × Adult`, `2 × per person`, `Weekend`. */
export const countedText = ({ text, count }: { text: string; count: number }): string =>
  count === 1 ? text : `${count} × ${textAfterCount(text)}`;

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
