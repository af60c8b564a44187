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

const FIXED = ['person', 'booking', 'more', 'least'] as const;

/** A line after the number of what it is for: `2 × per person`, but `2 × Adult`, as the venue calls it. */
export const afterNumber = (text: string): string =>
  Object.values(words).some((said) => FIXED.some((name) => text === said[name]))
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;

/** A line that says one of {@link words}, in another language; else as it is. */
export function wordsIn(text: string, locale: Locale): string {
  const people = Number.parseInt(text, 10);
  for (const said of Object.values(words)) {
    if (text === said.party(people)) return words[locale].party(people);
    const fixed = FIXED.find((name) => text === said[name]);
    if (fixed) return words[locale][fixed];
  }
  return text;
}
