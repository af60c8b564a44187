import { newCall, runInCall } from '@venue-booking/kit/messaging/callContext';
import { describeIssues } from '@venue-booking/kit/messaging/rpc';
import { fail } from '@venue-booking/proto/failures';
import { type Figures, FiguresQuery } from '@venue-booking/proto/figures';
import { Slug } from '@venue-booking/proto/venue';
import { stringify } from 'csv-stringify/sync';
import { Router } from 'express';
import type { Backends } from '../backends.ts';
import type { Callers } from '../callers.ts';
import { withoutInnerFormulas } from './csvCell.ts';
import { readFigures } from './figureHandlers.ts';
import { venueIdOf } from './writes.ts';

const BUDGET_MS = 8000;

/** A table's rows; VAT and add-ons, of which a period may have several, have tables of their own. */
const rowsOf = (figures: Figures, table: FiguresQuery['table']): object[] =>
  table === 'periods'
    ? figures.periods.map(({ vat: _, add_ons: __, ...period }) => period)
    : table === 'add_ons'
      ? figures.add_ons.map(({ name, ...addOn }) => ({ ...addOn, name_nl: name.nl, name_en: name.en }))
      : figures[table];

/** `GET …/figures` for those who prefer `text/csv`: one of the tables. */
export function figuresCsv(backends: Backends, callers: Callers): Router {
  const router = Router();
  router.get('/api/admin/venues/:slug/figures', async (request, response, next) => {
    response.vary('Accept');
    if (request.accepts(['json', 'text/csv']) !== 'text/csv') return next();
    const { slug } = request.params;
    await runInCall(newCall(BUDGET_MS, request.get('traceparent')), async () => {
      await callers.require(request, 'owner');
      const parsed = FiguresQuery.safeParse(request.query);
      if (!parsed.success) throw fail('invalid_request', { detail: describeIssues(parsed.error) });
      if (!Slug.safeParse(slug).success) throw fail('venue_not_found');
      const figures = await readFigures(backends, await venueIdOf(backends.catalog, slug), parsed.data);
      const rows = rowsOf(figures, parsed.data.table);
      response.set({
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="figures-${parsed.data.table}-${slug}.csv"`,
        'Cache-Control': 'no-store',
      });
      response.end(
        stringify(rows, {
          header: true,
          escape_formulas: true,
          bom: true,
          record_delimiter: 'windows',
          cast: { string: withoutInnerFormulas },
        }),
      );
    });
  });
  return router;
}
