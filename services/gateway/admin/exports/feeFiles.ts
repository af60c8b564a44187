import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { networkOf } from '@venue-booking/kit/http/clientAddress';
import { PDF } from '@venue-booking/proto/admin/adminCall';
import { feeCalls, StatementPath, statementCalls } from '@venue-booking/proto/admin/feeCalls';
import { fail } from '@venue-booking/proto/failures';
import { FeeLine, FeeTotal } from '@venue-booking/proto/reports/fees';
import { Router } from 'express';
import { venueIdOf } from '../../backends/venueIdOf.ts';
import { preferredLanguage } from '../../http/contentNegotiation.ts';
import { READ_BUDGET_MS, runWithDeadline } from '../../http/requestDeadline.ts';
import { readFees, readFeeTotals } from '../feeReads.ts';
import { readStatement } from '../statementReads.ts';
import { CSV_PAGE, csvOf, type ExportDeps, onlyFor, platformCsvOf } from './csv.ts';
import type { Kind } from './xlsx.ts';

/** Kinds of columns: amounts are numbers, and counts are integers. */
const kindsOf = (columns: readonly string[]): Record<string, Kind> =>
  Object.fromEntries(
    columns.flatMap((name): [string, Kind][] => {
      if (name.endsWith('_eur')) return [[name, 'euro']];
      if (name === 'moved_at') return [[name, 'time']];
      return ['payments', 'refunds', 'chargebacks', 'booking_id'].includes(name) ? [[name, 'integer']] : [];
    }),
  );

const LINE_COLUMNS = FeeLine.keyof().options;
const lines = { columns: LINE_COLUMNS, kinds: kindsOf(LINE_COLUMNS) };
const TOTAL_COLUMNS = FeeTotal.keyof().options;
const totals = { columns: TOTAL_COLUMNS, kinds: kindsOf(TOTAL_COLUMNS) };

/** The fee ledger and its totals for clients that prefer a file: all rows. */
export function feesCsv(deps: ExportDeps): Router {
  const { listFees, sumFees } = feeCalls.calls;
  const ofLines = { ...listFees, input: listFees.input.omit({ limit: true }) };
  const ofTotals = { ...sumFees, input: sumFees.input.omit({ limit: true }) };
  return Router().use(
    platformCsvOf(ofLines, deps, async (query) => ({
      ...lines,
      name: 'fees',
      read: (cursor = query.cursor) => readFees(deps.backends, { ...query, limit: CSV_PAGE, cursor }),
    })),
    platformCsvOf(ofTotals, deps, async (query) => ({
      ...totals,
      name: 'fee-totals',
      read: (cursor = query.cursor) => readFeeTotals(deps.backends, { ...query, limit: CSV_PAGE, cursor }),
    })),
  );
}

/** The lines of a statement for clients that prefer a file: those of the fee ledger. */
export const statementCsv = (deps: ExportDeps): Router =>
  csvOf({ path: '/statements/:month', input: StatementPath }, deps, async ({ month, venueId }) => {
    const { slug: venue } = await deps.backends.catalog.contact.query({ venueId });
    return {
      ...lines,
      name: `statement-${month}`,
      read: (cursor) => readFees(deps.backends, { venue, month, limit: CSV_PAGE, cursor }),
    };
  });

/** A statement for clients that prefer PDF, in the language that they accept. */
export function statementDocument({ backends, callers, security, bulkheads }: ExportDeps): Router {
  const path = `/api/admin${statementCalls.calls.getStatement.of.path.replace(/\{(\w+)\}/g, ':$1')}`;
  return Router().get(path, onlyFor<{ slug: string; month: string }>(PDF), async (request, response) => {
    await runWithDeadline(request, READ_BUDGET_MS, async () => {
      const { slug } = request.params;
      const { actor, credential } = await callers.require(request, 'owner');
      const { success, data } = StatementPath.safeParse(request.params);
      if (!success) throw fail('invalid_request', { detail: 'month must be a month, as YYYY-MM' });
      const { month } = data;
      const now = Date.now();
      const pdf = await bulkheads.admin.query(slug, async () => {
        const venueId = await venueIdOf(backends.catalog, slug);
        const statement = await readStatement(backends, { venueId, month, now });
        const { statementPdf } = await import('../../pages/statement/statementPdf.ts');
        const madeAt = localAt(statement.timezone, now);
        return statementPdf(statement, { locale: preferredLanguage(request), madeAt });
      });
      response.vary('Accept-Language').set({
        'Content-Type': PDF,
        'Content-Disposition': `attachment; filename="statement-${month}-${slug}.pdf"`,
        'Cache-Control': 'no-store',
      });
      const network = networkOf(request.ip ?? '');
      security('export', 'success', {
        actor,
        credential,
        network,
        venue: slug,
        target: `statement-${month}`,
      });
      response.end(pdf);
    });
  });
}
