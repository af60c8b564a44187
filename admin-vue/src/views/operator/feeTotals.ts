import type { FeeTotal } from '@venue-booking/proto/reports/fees';
import { cursorIn, send } from '../../api/client.ts';

/** All totals of a range, page by page, because the sums need every row. @throws ApiError */
export async function loadFeeTotals(
  range: { from: string; to: string },
  signal: AbortSignal,
): Promise<FeeTotal[]> {
  const rows: FeeTotal[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const response = await send('GET', '/fees/totals', { query: { ...range, limit: 500, cursor }, signal });
    rows.push(...((await response.json()) as FeeTotal[]));
    cursor = cursorIn(response);
  }
  return rows;
}

/** Sums in euro, added up in cents. `kept` is what remains with the platform. */
export function sumOfFees(rows: readonly FeeTotal[]) {
  const cents = (of: (row: FeeTotal) => number) =>
    rows.reduce((sum, row) => sum + Math.round(of(row) * 100), 0);
  const charged = cents((row) => row.fee_charged_eur);
  const returned = cents((row) => row.fee_returned_eur);
  const owed = cents((row) => row.fee_owed_eur);
  const notReturned = cents((row) => row.fee_not_returned_eur);
  return {
    charged: charged / 100,
    returned: returned / 100,
    owed: owed / 100,
    notReturned: notReturned / 100,
    kept: (charged - returned - owed) / 100,
  };
}
