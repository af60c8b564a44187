import type { PriceList } from './priceList.ts';

/**
 * A bath house: adults 24.50, children half of that, seniors 20, babies free and without a place. Two adults
 * with one to three children pay 60. Wednesdays 10 % less; at the weekend 3 more per adult and senior.
 */
export const bathHouse: PriceList = {
  name: 'a bath house with a family ticket',
  sizes: { min: 1, max: 10 },
  pricing: {
    per: 'person',
    eur: 24.5,
    categories: [
      { key: 'adult', name: { nl: 'Volwassene', en: 'Adult' }, percent: 100 },
      { key: 'child', name: { nl: 'Kind', en: 'Child' }, percent: 50, vat_percent: 9 },
      { key: 'senior', name: { nl: '65+', en: '65+' }, eur: 20 },
      { key: 'baby', name: { nl: 'Baby', en: 'Baby' }, eur: 0, takes_place: false, max: 2 },
    ],
    bundles: [
      {
        name: 'Gezinskaart',
        guests: [
          { category: 'adult', from: 2, to: 2 },
          { category: 'child', from: 1, to: 3 },
        ],
        eur: 60,
      },
    ],
    rules: [
      { name: 'Wednesday', weekdays: [3], effect: 'multiply', percent: 90 },
      {
        ...{ name: 'Weekend', weekdays: [6, 7], categories: ['adult', 'senior'] },
        ...{ effect: 'add', eur: 3, per: 'person' },
      },
    ],
  },
  lowest: { perPerson: 22.05, booking: 22.05 },
  // 2026-12-01 is a Tuesday.
  totals: [
    ['2026-12-01T10:00', 1, 24.5],
    ['2026-12-01T10:00', 2, 49],
    ['2026-12-01T10:00', { adult: 1, child: 1 }, 36.75],
    // Without the bundle they would pay 61.25.
    ['2026-12-01T10:00', { adult: 2, child: 1 }, 60],
    ['2026-12-01T10:00', { adult: 2, child: 2 }, 60],
    ['2026-12-01T10:00', { adult: 2, child: 3 }, 60],
    ['2026-12-01T10:00', { adult: 2, child: 4 }, 72.25],
    ['2026-12-01T10:00', { adult: 3, child: 3 }, 84.5],
    ['2026-12-01T10:00', { adult: 4, child: 4 }, 120],
    ['2026-12-01T10:00', { adult: 4, child: 6 }, 120],
    ['2026-12-01T10:00', { adult: 5, child: 7 }, 156.75],
    ['2026-12-01T10:00', { senior: 2 }, 40],
    ['2026-12-01T10:00', { adult: 1, senior: 1, child: 2 }, 69],
    ['2026-12-01T10:00', { adult: 2, child: 2, senior: 1, baby: 1 }, 80],
    ['2026-12-01T10:00', { adult: 1, baby: 2 }, 24.5],
    ['2026-12-02T10:00', { adult: 2, child: 3 }, 54],
    ['2026-12-02T10:00', 1, 22.05],
    // 32.25 less a tenth is 29.025.
    ['2026-12-02T10:00', { child: 1, senior: 1 }, 29.03],
    ['2026-12-05T10:00', { adult: 2, child: 3 }, 66],
    ['2026-12-05T10:00', { adult: 1, senior: 1, child: 1 }, 62.75],
    ['2026-12-05T10:00', { child: 2 }, 24.5],
    ['2026-12-06T10:00', 10, 275],
  ],
};
