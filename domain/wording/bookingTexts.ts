import type { Locale } from '@venue-booking/proto/primitives';
import { textAfterCount } from '../price/lineTexts.ts';
import { formatEuro, formatPercent } from './formats.ts';
import { type Names, nameIn } from './nameIn.ts';
import { texts } from './texts.ts';

/** Formats a price line: `2 × Adult`, `2 × per person`, `Weekend`. */
export const countedText = ({ text, count }: { text: string; count: number }): string =>
  count === 1 ? text : `${count} × ${textAfterCount(text)}`;

type Booked = { name: Names; count: number }[];
const bookedText = (booked: Booked, locale: Locale): string =>
  booked.map(({ name, count }) => `${count} × ${nameIn(name, locale)}`).join(', ');

type Party = { people: number; guests?: Booked | undefined };
/** The party of a booking: `2 × Adult, 1 × Child`, or only a number. */
export const guestsText = ({ people, guests }: Party, locale: Locale): string =>
  guests ? bookedText(guests, locale) : String(people);

/** The same with a unit, for places without a label: `1 person`, `4 people`. */
export const partyText = (party: Party, locale: Locale): string =>
  party.guests ? guestsText(party, locale) : texts[locale].lines.party(party.people);

/** The add-ons of a booking: `2 × Towel, 1 × Robe`; empty if there are none. */
export const addOnsText = ({ add_ons = [] }: { add_ons?: Booked | undefined }, locale: Locale): string =>
  bookedText(add_ons, locale);

/** A label with its colon, which French separates. */
export const withColon = (label: string, locale: Locale): string => label + texts[locale].colon;

/** Label and amount of each VAT rate in a price. */
export const vatRows = (
  vat: { percent: number; vat_eur: number }[] | undefined,
  locale: Locale,
): [string, string][] =>
  (vat ?? []).map(({ percent, vat_eur }) => [
    texts[locale].vat(formatPercent(percent, locale)),
    formatEuro(vat_eur, locale),
  ]);
