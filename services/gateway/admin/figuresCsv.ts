import { type Figures, FiguresQuery } from '@venue-booking/proto/figures';
import { stringify } from 'csv-stringify/sync';
import { type Request, type Response, Router } from 'express';
import type { Backends } from '../backends.ts';
import type { Callers } from '../callers.ts';
import { inCall, READ_BUDGET_MS } from '../inCall.ts';
import { announceFile, CSV_FORMAT, onlyCsv, queryOf, withoutInnerFormulas } from './csv.ts';
import { readFigures } from './figureHandlers.ts';
import { venueIdOf } from './writes.ts';

/** A table's rows; VAT and add-ons, of which a period may have several, have tables of their own. */
const rowsOf = (figures: Figures, table: FiguresQuery['table']): object[] =>
  table === 'periods'
    ? figures.periods.map(({ vat: _, add_ons: __, ...period }) => period)
    : table === 'add_ons'
      ? figures.add_ons.map(({ name, ...addOn }) => ({ ...addOn, name_nl: name.nl, name_en: name.en }))
      : figures[table];

/** `GET …/figures` for those who prefer `text/csv`: one of the tables. */
export function figuresCsv(backends: Backends, callers: Callers): Router {
  const answer = async (request: Request<{ slug: string }>, response: Response) => {
    const { slug } = request.params;
    await callers.require(request, 'owner');
    const query = queryOf(request, FiguresQuery);
    const venueId = await venueIdOf(backends.catalog, slug);
    const figures = await readFigures(backends, { venueId, ...query });
    const rows = rowsOf(figures, query.table);
    announceFile(response, `figures-${query.table}-${slug}`).end(
      stringify(rows, { ...CSV_FORMAT, header: true, cast: { string: withoutInnerFormulas } }),
    );
  };
  return Router().get('/api/admin/venues/:slug/figures', onlyCsv, inCall(READ_BUDGET_MS, answer));
}
