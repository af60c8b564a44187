import { Figures, FiguresQuery, MAX_FIGURE_DAYS } from '../figures.ts';
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
  },
} as const satisfies CallGroup;
