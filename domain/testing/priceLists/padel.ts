import type { PriceList } from './priceList.ts';

/**
 * A padel court: 24 off-peak, 36 from 18:00 to 22:00 and at the weekend, half price in nights of the summer
 * holidays.
 */
export const padel: PriceList = {
  name: 'a padel court',
  sizes: { min: 2, max: 4 },
  pricing: {
    per: 'booking',
    eur: 24,
    rules: [
      { name: 'Evening', from_time: '18:00', to_time: '22:00', effect: 'replace', eur: 36, per: 'booking' },
      { name: 'Weekend', weekdays: [6, 7], effect: 'replace', eur: 36, per: 'booking' },
      {
        ...{ name: 'Summer night', from_time: '22:00', to_time: '06:00', weekdays: [1, 2, 3, 4, 5] },
        ...{ first_date: '2026-07-06', last_date: '2026-08-14', effect: 'multiply', percent: 50 },
      },
      { name: 'Alone in two', to_people: 2, effect: 'add', eur: -1.5, per: 'person' },
    ],
    least_eur: 10,
  },
  // Without the summer holidays, which do not repeat: 24 for four, 21 for two.
  lowest: { perPerson: 6, booking: 21 },
  // 2026-07-06 is a Monday.
  totals: [
    ['2026-06-30T09:00', 4, 24],
    ['2026-06-30T17:59', 4, 24],
    ['2026-06-30T18:00', 4, 36],
    ['2026-06-30T21:59', 3, 36],
    ['2026-06-30T22:00', 3, 24],
    ['2026-06-30T09:00', 2, 21],
    ['2026-06-30T19:00', 2, 33],
    ['2026-07-04T09:00', 4, 36],
    ['2026-07-05T23:30', 4, 36],
    ['2026-07-05T23:30', 2, 33],
    ['2026-07-06T01:00', 4, 24],
    ['2026-07-06T05:59', 2, 21],
    ['2026-07-06T21:00', 4, 36],
    ['2026-07-06T22:00', 4, 12],
    ['2026-07-06T22:00', 2, 10],
    ['2026-07-07T05:59', 4, 12],
    ['2026-07-07T06:00', 4, 24],
    // The night from Friday to Saturday: half of the weekend price.
    ['2026-08-15T01:00', 4, 18],
    ['2026-08-15T01:00', 2, 15],
    ['2026-08-15T23:00', 4, 36],
  ],
};
