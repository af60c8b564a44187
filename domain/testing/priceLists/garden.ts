import type { PriceList } from './priceList.ts';

/**
 * A garden: adults 15, children 7.50, a booking at least 40. Hired whole from 22:00 to 02:00 for 450, on
 * Friday and Saturday nights for 600, plus 50 for 25 people or more. In summer 2 more per person.
 */
export const garden: PriceList = {
  name: 'a garden that is hired whole at night',
  sizes: { min: 1, max: 40 },
  pricing: {
    per: 'person',
    eur: 15,
    categories: [
      { key: 'adult', name: { nl: 'Volwassene', en: 'Adult' }, percent: 100 },
      { key: 'child', name: { nl: 'Kind', en: 'Child' }, eur: 7.5 },
    ],
    rules: [
      {
        ...{ name: 'Night', from_time: '22:00', to_time: '02:00' },
        ...{ effect: 'replace', eur: 450, per: 'booking' },
      },
      {
        ...{ name: 'Weekend night', weekdays: [5, 6], from_time: '22:00', to_time: '02:00' },
        ...{ effect: 'replace', eur: 600, per: 'booking' },
      },
      {
        ...{ name: 'Cleaning', from_time: '22:00', to_time: '02:00', from_people: 25 },
        ...{ effect: 'add', eur: 50, per: 'booking' },
      },
      {
        ...{ name: 'Summer', first_date: '2026-06-01', last_date: '2026-08-31', yearly: true },
        ...{ effect: 'add', eur: 2, per: 'person' },
      },
    ],
    least_eur: 40,
  },
  // Forty at night pay 500.
  lowest: { perPerson: 12.5, booking: 40 },
  // 2026-12-01 is a Tuesday, 2026-07-01 a Wednesday.
  totals: [
    ['2026-12-01T14:00', 1, 40],
    ['2026-12-01T14:00', { adult: 2 }, 40],
    ['2026-12-01T14:00', { adult: 3 }, 45],
    ['2026-12-01T14:00', { adult: 2, child: 2 }, 45],
    ['2026-12-01T14:00', { adult: 1, child: 6 }, 60],
    ['2026-12-01T14:00', 10, 150],
    ['2026-12-01T14:00', { adult: 20, child: 10 }, 375],
    ['2026-12-01T22:00', 2, 450],
    ['2026-12-01T23:30', { adult: 4, child: 4 }, 450],
    ['2026-12-02T01:00', { adult: 30 }, 500],
    ['2026-12-02T02:00', { adult: 4 }, 60],
    ['2026-12-04T22:00', 2, 600],
    // Saturday in the calendar, but part of Friday's night.
    ['2026-12-05T01:59', { adult: 2, child: 2 }, 600],
    ['2026-12-05T23:00', { adult: 20, child: 5 }, 650],
    ['2026-12-06T01:00', { adult: 2 }, 600],
    ['2026-12-06T22:00', { adult: 2 }, 450],
    ['2026-12-06T21:59', { adult: 4 }, 60],
    ['2026-07-01T14:00', { adult: 2, child: 1 }, 43.5],
    ['2026-07-01T14:00', { adult: 1 }, 40],
    ['2026-07-01T22:00', { adult: 10 }, 470],
    ['2026-07-03T23:00', { adult: 15, child: 10 }, 700],
    ['2026-08-31T23:00', { adult: 2 }, 454],
    ['2026-09-01T00:30', { adult: 2 }, 450],
  ],
};
