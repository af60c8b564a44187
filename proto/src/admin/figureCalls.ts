import { z } from 'zod';
import { Figures, FiguresQuery, MAX_FIGURE_DAYS, MoneyQuery, MovedMoney } from '../reports/figures.ts';
import type { CallGroup } from './adminCall.ts';
import { venue } from './resources.ts';

/** Calls of the reports. */
export const figureCalls = {
  about: 'Reports: bookings, people, money and occupancy',
  tag: 'figures',
  calls: {
    getFigures: {
      verb: 'show',
      does: 'Show bookings, money and occupancy of a period, and of the period before',
      more: `At most ${MAX_FIGURE_DAYS} days. Days and hours are in the venue's time zone.`,
      method: 'GET',
      of: venue,
      path: '/figures',
      input: FiguresQuery,
      answers: Figures,
      csv: { verb: 'export', does: 'Export a table of the report as CSV' },
    },
    listMoney: {
      verb: 'payments',
      does: 'List the payments and refunds of a period, by time',
      more: `At most ${MAX_FIGURE_DAYS} days. Their sums are the revenue and refunds in the report of the same days.`,
      method: 'GET',
      of: venue,
      path: '/figures/payments',
      input: MoneyQuery,
      answers: z.array(MovedMoney),
      pages: 'link',
      csv: { verb: 'export-payments', does: 'Export payments and refunds as CSV' },
      columns: ['moved_at', 'kind', 'booking_reference', 'amount_eur', 'provider', 'provider_id'],
    },
  },
} as const satisfies CallGroup;
