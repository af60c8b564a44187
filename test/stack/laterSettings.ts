import { daysAhead } from './api.ts';

/** Days with other prices and hours in these settings: later than all days that tests book on. */
const [specialFrom, specialTo] = [daysAhead(300), daysAhead(310)];

/** Refunds all until three days before the start, and half until one day before. */
export const laterVenue = {
  refund_tiers: [
    { until_hours: 72, percent: 100 },
    { until_hours: 24, percent: 50 },
  ],
};

/**
 * A facility's settings with a price list and seasonal hours instead of one price and one window. Prices and
 * hours are the same on all days except `specialFrom` to `specialTo`.
 */
export function laterFacility({ price_eur, ...settings }: Record<string, unknown>): Record<string, unknown> {
  const { opens_at, closes_at, open_days: days = [1, 2, 3, 4, 5, 6, 7] } = settings;
  return {
    ...settings,
    timetable: [
      {
        ...{ name: 'Feestdagen', from: specialFrom, to: specialTo },
        windows: [{ days, opens_at: '12:00', closes_at: '16:00' }],
      },
      { name: 'Anders', windows: [{ days, opens_at, closes_at }] },
    ],
    ...(Boolean(price_eur) && {
      pricing: {
        ...{ per: 'person', eur: price_eur },
        rules: [
          {
            ...{ name: 'Feestdagen', first_date: specialFrom, last_date: specialTo },
            ...{ effect: 'add', eur: 10, per: 'booking' },
          },
        ],
      },
    }),
  };
}
