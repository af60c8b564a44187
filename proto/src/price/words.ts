import type { Locale } from '../primitives.ts';

/** Lines of a price that have no name of the venue's own. */
export const words = {
  nl: {
    person: 'Per persoon',
    booking: 'Per boeking',
    party: (people: number) => (people === 1 ? '1 persoon' : `${people} personen`),
    more: 'Extra persoon',
    least: 'Minimumbedrag',
  },
  en: {
    person: 'Per person',
    booking: 'Per booking',
    party: (people: number) => (people === 1 ? '1 person' : `${people} people`),
    more: 'Extra person',
    least: 'Minimum charge',
  },
} satisfies Record<Locale, unknown>;

/** A line that says one of {@link words}, in another language; else as it is. */
export function wordsIn(text: string, locale: Locale): string {
  const people = Number.parseInt(text, 10);
  for (const { person, booking, party, more, least } of Object.values(words)) {
    if (text === person) return words[locale].person;
    if (text === booking) return words[locale].booking;
    if (text === more) return words[locale].more;
    if (text === least) return words[locale].least;
    if (text === party(people)) return words[locale].party(people);
  }
  return text;
}
