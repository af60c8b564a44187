import { z } from 'zod';
import { Figures, FiguresQuery, MAX_FIGURE_DAYS, MoneyQuery, MovedMoney } from '../figures.ts';
import type { CallGroup } from './adminCall.ts';
import { venue } from './things.ts';

/** How a venue fares. */
export const figureCalls = {
  about: 'How a venue fares: bookings, people, money, occupancy',
  tag: 'figures',
  calls: {
    getFigures: {
      verb: 'show',
      does: 'Show bookings, money and occupancy over some days, and over as many before',
      more: `At most ${MAX_FIGURE_DAYS} days. Days, weeks and hours are the venue's own.`,
      method: 'GET',
      of: venue,
      path: '/figures',
      input: FiguresQuery,
      answers: Figures,
      csv: { verb: 'export', does: 'Write one of the tables of figures as CSV' },
    },
    listMoney: {
      verb: 'payments',
      does: 'List the payments and refunds of some days, by time',
      more: `At most ${MAX_FIGURE_DAYS} days. Their sums are the revenue and the refunds of the figures of these days.`,
      method: 'GET',
      of: venue,
      path: '/figures/payments',
      input: MoneyQuery,
      answers: z.array(MovedMoney),
      pages: 'link',
      csv: { verb: 'export-payments', does: 'Write payments and refunds as CSV' },
      columns: ['moved_at', 'kind', 'booking_reference', 'amount_eur', 'provider', 'provider_id'],
    },
  },
} as const satisfies CallGroup;
