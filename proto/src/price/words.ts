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
