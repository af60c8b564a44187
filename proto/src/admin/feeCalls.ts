import { z } from 'zod';
import { FeeLine, FeesQuery, FeeTotal, FeeTotalsQuery } from '../reports/fees.ts';
import { MAX_FIGURE_DAYS } from '../reports/figures.ts';
import { Statement } from '../reports/statement.ts';
import type { CallGroup } from './adminCall.ts';
import { platform, statement } from './resources.ts';

const RANGE = `Give a \`month\`, or \`from\` and \`to\` with at most ${MAX_FIGURE_DAYS} days. Each venue has its own booking days and time zone.`;

/** Calls of the fee ledger. */
export const feeCalls = {
  about: 'The fee ledger: what the platform charged, and what became of it after refunds',
  tag: 'figures',
  calls: {
    listFees: {
      verb: 'list',
      does: 'List the payments, refunds and chargebacks of all venues with their platform fee',
      more: `By venue, then by time. ${RANGE} A refund that fails later is a line of its own, so that the lines of past months do not change.`,
      method: 'GET',
      of: platform,
      path: '/fees',
      role: 'operator',
      input: FeesQuery,
      answers: z.array(FeeLine),
      pages: 'link',
      csv: { verb: 'export', does: 'Export the fee ledger as CSV' },
      columns: [
        'moved_at',
        'venue',
        'kind',
        'booking_reference',
        'amount_eur',
        'fee_charged_eur',
        'fee_returned_eur',
      ],
      errors: { 404: 'Unknown venue' },
    },
    sumFees: {
      verb: 'totals',
      does: 'Show money and platform fees per venue and month',
      more: `By venue, then by month. Live and test payments are separate. ${RANGE} Only months with payments or refunds.`,
      method: 'GET',
      of: platform,
      path: '/fees/totals',
      role: 'operator',
      input: FeeTotalsQuery,
      answers: z.array(FeeTotal),
      pages: 'link',
      csv: { verb: 'export-totals', does: 'Export fees per venue and month as CSV' },
      columns: [
        'month',
        'venue',
        'mode',
        'payments_eur',
        'fee_charged_eur',
        'fee_returned_eur',
        'fee_owed_eur',
      ],
      errors: { 404: 'Unknown venue' },
    },
  },
} as const satisfies CallGroup;

/** Calls of the monthly statements. */
export const statementCalls = {
  about: 'Monthly statements of a venue',
  tag: 'figures',
  calls: {
    getStatement: {
      verb: 'show',
      does: 'Show the statement of a month: payments, refunds, chargebacks, fees and VAT',
      more: 'The month has the booking days of the reports, so its figures are those of the report. `Accept: text/csv` and a spreadsheet return the lines of the month.',
      method: 'GET',
      of: statement,
      answers: Statement,
      csv: { verb: 'export', does: 'Export a statement as CSV, or as PDF to a file that ends with .pdf' },
      pdf: true,
    },
  },
} as const satisfies CallGroup;

/** The month of a statement, from its path. */
export const StatementPath = z.object({ month: statement.shape.month });
