import type { PriceList } from './priceList.ts';

/**
 * A private sauna: 135 for two, 220 for four plus 55 for each further person, groups of seven or more 380, at
 * the weekend 500. Wednesdays 10 % less; at Christmas 25 more, every year.
 */
export const sauna: PriceList = {
  name: 'a sauna for a party',
  sizes: { min: 1, max: 12 },
  pricing: {
    per: 'party',
    parties: [
      { people: 2, eur: 135, each_more_eur: 42.5 },
      { people: 4, eur: 220, each_more_eur: 55 },
      { people: 7, eur: 380 },
    ],
    rules: [
      {
        name: 'Weekend, group',
        weekdays: [6, 7],
        from_people: 7,
        effect: 'replace',
        eur: 500,
        per: 'booking',
      },
      { name: 'Wednesday', weekdays: [3], effect: 'multiply', percent: 90 },
      {
        ...{ name: 'Christmas', first_date: '2025-12-24', last_date: '2026-01-01', yearly: true },
        ...{ effect: 'add', eur: 25, per: 'booking' },
      },
    ],
  },
  lowest: { perPerson: 28.5, booking: 121.5 },
  // 2026-12-01 is a Tuesday.
  totals: [
    ['2026-12-01T10:00', 1, 135],
    ['2026-12-01T10:00', 2, 135],
    ['2026-12-01T10:00', 3, 177.5],
    ['2026-12-01T10:00', 4, 220],
    ['2026-12-01T10:00', 5, 275],
    ['2026-12-01T10:00', 6, 330],
    ['2026-12-01T10:00', 7, 380],
    ['2026-12-01T10:00', 12, 380],
    ['2026-12-02T10:00', 2, 121.5],
    ['2026-12-02T10:00', 3, 159.75],
    ['2026-12-02T10:00', 7, 342],
    ['2026-12-05T10:00', 2, 135],
    ['2026-12-05T10:00', 6, 330],
    ['2026-12-05T10:00', 7, 500],
    ['2026-12-06T22:00', 12, 500],
    ['2026-12-24T10:00', 2, 160],
    ['2026-12-26T10:00', 8, 525],
    ['2026-12-30T10:00', 2, 146.5],
    ['2027-01-01T20:00', 4, 245],
    ['2027-01-02T20:00', 4, 220],
  ],
};
