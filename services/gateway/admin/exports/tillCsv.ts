import { tillCalls } from '@venue-booking/proto/admin/tillCalls';
import { TillEntry } from '@venue-booking/proto/payment/till';
import type { Router } from 'express';
import { CSV_PAGE, csvOf, type ExportDeps } from './csv.ts';

const { of, path, role, input } = tillCalls.calls.listTill;

/** `GET …/till/{date}/payments` for clients that prefer `text/csv`: every entry of the day. */
export const tillCsv = (deps: ExportDeps): Router =>
  csvOf(
    {
      path: `/till/:date${path}`,
      role,
      input: input.omit({ limit: true }).extend({ date: of.shape.date }),
    },
    deps,
    async (query) => ({
      name: `till-${query.date}`,
      columns: TillEntry.keyof().options,
      kinds: { amount_eur: 'euro', booking_id: 'integer', till_day: 'date' },
      async read(cursor = query.cursor) {
        const { entries, next } = await deps.backends.booking.desk.tillEntries.query({
          ...query,
          limit: CSV_PAGE,
          cursor,
        });
        return { rows: entries, next };
      },
    }),
  );
