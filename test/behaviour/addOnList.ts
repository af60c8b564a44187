import type { Pricing } from '@venue-booking/proto/pricing';
import { daysAhead } from '../stack/api.ts';

/** The day on which the tests book. */
export const day = daysAhead(9);
export const name = (nl: string, en: string) => ({ nl, en });

/** Pricing of a bath house: half price on `day`, with towels, robes and a required cleaning fee. */
export const pricing: Pricing = {
  per: 'person',
  eur: 20,
  rules: [{ name: 'Actie', first_date: day, last_date: day, effect: 'multiply', percent: 50 }],
  add_ons: [
    { key: 'towel', name: name('Handdoek <b>', 'Towel <b>'), eur: 3.5, per: 'piece', max: 6, vat_percent: 9 },
    { key: 'robe', name: name('Badjas', 'Robe'), eur: 7, per: 'person' },
    { key: 'cleaning', name: name('Schoonmaak', 'Cleaning'), eur: 25, per: 'booking', required: true },
  ],
};

/** The add-ons that a party of two chooses. */
export const chosen = { towel: 3, robe: 1 };
/** The price lines of that party. */
export const lines = [
  { text: 'Per persoon', count: 2, amount_eur: 40 },
  { text: 'Actie', count: 1, amount_eur: -20 },
  { text: 'Handdoek <b>', count: 3, amount_eur: 10.5 },
  { text: 'Badjas', count: 2, amount_eur: 14 },
  { text: 'Schoonmaak', count: 1, amount_eur: 25 },
];

/** The add-ons on that party's booking, with the given number of robes. */
export const taken = (robes: number) => [
  { key: 'towel', name: name('Handdoek <b>', 'Towel <b>'), count: 3 },
  { key: 'robe', name: name('Badjas', 'Robe'), count: robes },
  { key: 'cleaning', name: name('Schoonmaak', 'Cleaning'), count: 1 },
];

/** Counts and keys as one string, e.g. `3 towel, 2 robe`. */
export const counts = (addOns: { key: string; count: number }[] = []) =>
  addOns.map(({ key, count }) => `${count} ${key}`).join(', ');
