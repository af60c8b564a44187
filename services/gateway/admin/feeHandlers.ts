import { type AdminDeps, handlersAtVenue } from './adminDeps.ts';
import { nextPage } from './bookingHandlers.ts';
import { readFees, readFeeTotals } from './feeReads.ts';
import type { AdminHandlers } from './procedures.ts';
import { readStatement } from './statementReads.ts';

/** Handlers of the fee ledger and of monthly statements. */
export const feeHandlers = ({ backends }: AdminDeps): AdminHandlers<'fee' | 'statement'> => ({
  async listFees(query, { setHeader }) {
    const { rows, next } = await readFees(backends, query);
    if (next) setHeader('Link', nextPage('fees', query, next));
    return rows;
  },
  async sumFees(query, { setHeader }) {
    const { rows, next } = await readFeeTotals(backends, query);
    if (next) setHeader('Link', nextPage('fees/totals', query, next));
    return rows;
  },
  getStatement: handlersAtVenue(backends.catalog)((of) =>
    readStatement(backends, { ...of, now: Date.now() }),
  ),
});
