import { figureCalls } from '@venue-booking/proto/admin/figureCalls';
import { type Figures, FiguresQuery, MovedMoney } from '@venue-booking/proto/reports/figures';
import type { Router } from 'express';
import { readFigures, readMoney } from '../figureHandlers.ts';
import { CSV_PAGE, csvOf, type ExportDeps } from './csv.ts';
import type { Kind } from './xlsx.ts';

/** Rows of a table. VAT and add-ons are tables of their own, because a period may have several of each. */
const rowsOf = (figures: Figures, table: FiguresQuery['table']): object[] =>
  table === 'periods'
    ? figures.periods.map(({ vat: _, add_ons: __, ...period }) => period)
    : table === 'add_ons'
      ? figures.add_ons.map(({ name, ...addOn }) => ({ ...addOn, name_nl: name.nl, name_en: name.en }))
      : (figures[table] ?? []);

/** Amounts and counts are numbers, and dates of periods are dates. */
const kindsOf = (columns: string[], row: Record<string, unknown> = {}): Record<string, Kind> =>
  Object.fromEntries(
    columns.flatMap((name): [string, Kind][] => {
      if (name.endsWith('_eur')) return [[name, 'euro']];
      if (['date', 'from', 'to'].includes(name)) return [[name, 'date']];
      return Number.isInteger(row[name]) ? [[name, 'integer']] : [];
    }),
  );

/** `GET …/figures` for clients that prefer `text/csv`: one of the tables. */
export const figuresCsv = (deps: ExportDeps): Router =>
  csvOf({ path: '/figures', input: FiguresQuery }, deps, async (query) => {
    const rows = rowsOf(await readFigures(deps.backends, query), query.table);
    const columns = Object.keys(rows[0] ?? {});
    return {
      name: `figures-${query.table}`,
      columns,
      kinds: kindsOf(columns, rows[0] as Record<string, unknown> | undefined),
      read: async () => ({ rows, next: null }),
    };
  });

const { path, input } = figureCalls.calls.listMoney;

/** `GET …/figures/payments` for clients that prefer `text/csv`: every payment and refund in the range. */
export const moneyCsv = (deps: ExportDeps): Router =>
  csvOf({ path, input: input.omit({ limit: true }) }, deps, async (query) => ({
    name: 'figures-payments',
    columns: MovedMoney.keyof().options,
    kinds: { moved_at: 'time', amount_eur: 'euro', platform_fee_eur: 'euro', booking_id: 'integer' },
    read: (cursor = query.cursor) => readMoney(deps.backends, { ...query, limit: CSV_PAGE, cursor }),
  }));
