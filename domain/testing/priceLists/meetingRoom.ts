import type { PriceList } from './priceList.ts';

/**
 * A meeting room: 60 an hour, lunch at 7.50 per person between 12:00 and 14:00, evenings a quarter more, at
 * least 62.50.
 */
export const meetingRoom: PriceList = {
  name: 'a meeting room',
  sizes: { min: 1, max: 16 },
  pricing: {
    per: 'booking',
    eur: 60,
    rules: [
      { name: 'Lunch', from_time: '12:00', to_time: '14:00', effect: 'add', eur: 7.5, per: 'person' },
      { name: 'Evening', from_time: '18:00', to_time: '23:00', effect: 'multiply', percent: 125 },
      { name: 'Large group', from_people: 12, effect: 'add', eur: 19.99, per: 'booking' },
      {
        name: 'Open day',
        first_date: '2026-09-12',
        last_date: '2026-09-12',
        effect: 'replace',
        eur: 0,
        per: 'booking',
      },
    ],
    least_eur: 62.5,
  },
  lowest: { perPerson: 4.99, booking: 62.5 },
  totals: [
    ['2026-09-11T09:00', 1, 62.5],
    ['2026-09-11T09:00', 11, 62.5],
    ['2026-09-11T09:00', 12, 79.99],
    ['2026-09-11T09:00', 16, 79.99],
    ['2026-09-11T11:59', 4, 62.5],
    ['2026-09-11T12:00', 1, 67.5],
    ['2026-09-11T12:00', 4, 90],
    ['2026-09-11T13:00', 11, 142.5],
    ['2026-09-11T13:00', 12, 169.99],
    ['2026-09-11T13:59', 16, 199.99],
    ['2026-09-11T14:00', 4, 62.5],
    ['2026-09-11T18:00', 1, 75],
    ['2026-09-11T22:59', 11, 75],
    ['2026-09-11T18:00', 12, 94.99],
    ['2026-09-11T23:00', 2, 62.5],
    ['2026-09-12T09:00', 2, 62.5],
    ['2026-09-12T12:30', 12, 62.5],
    ['2026-09-12T18:00', 16, 62.5],
    ['2026-09-13T00:00', 2, 62.5],
    ['2026-09-13T12:00', 2, 75],
  ],
};
