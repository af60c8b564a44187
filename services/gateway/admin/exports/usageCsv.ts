import { planCalls } from '@venue-booking/proto/admin/planCalls';
import { VenueUsage } from '@venue-booking/proto/reports/usage';
import type { Router } from 'express';
import { readUsage } from '../planReads.ts';
import { CSV_PAGE, type ExportDeps, platformCsvOf } from './csv.ts';

const COLUMNS = VenueUsage.keyof().options;
const KINDS = Object.fromEntries(
  (['bookings', 'facilities', 'people', 'domains', 'languages'] as const).map((name) => [
    name,
    'integer' as const,
  ]),
);

/** The usage of a month for clients that prefer a file: all venues. */
export function usageCsv(deps: ExportDeps): Router {
  const { listUsage } = planCalls.calls;
  const call = { ...listUsage, input: listUsage.input.omit({ limit: true }) };
  return platformCsvOf(call, deps, async (query) => ({
    name: `usage-${query.month}`,
    columns: COLUMNS,
    kinds: KINDS,
    async read(after = query.after) {
      const rows = await readUsage(deps.backends, { ...query, after, limit: CSV_PAGE });
      return { rows, next: rows.length === CSV_PAGE ? (rows.at(-1)?.venue ?? null) : null };
    },
  }));
}
