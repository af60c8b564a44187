import type { MoneyTotals } from '@venue-booking/proto/figures';
import { toEuro } from '@venue-booking/proto/primitives';
import type { PaymentDeps } from './deps.ts';

type Row = { span: number; revenue: number; refunds: number };

/**
 * What came in at a venue and what went back, between each two limits that follow each other.
 * @param input.limits ms since 1970, by time
 */
export async function sumMoney(
  { database }: Pick<PaymentDeps, 'database'>,
  { venueId, limits }: { venueId: number; limits: number[] },
): Promise<MoneyTotals[]> {
  const dates = limits.map((limit) => new Date(limit).toISOString());
  const rows = await database.$queryRaw<Row[]>`
    SELECT width_bucket(at, ${dates}::timestamptz[]) - 1 AS span,
      coalesce(sum(came), 0)::float8 AS revenue, coalesce(sum(went), 0)::float8 AS refunds
    FROM (
      SELECT paid_at AS at, captured_cents AS came, 0 AS went FROM payment.attempt
      WHERE venue_id = ${venueId} AND paid_at >= ${dates[0]}::timestamptz AND paid_at < ${dates.at(-1)}::timestamptz
      UNION ALL
      SELECT created_at, 0, amount_cents FROM payment.refund
      WHERE venue_id = ${venueId} AND status <> 'failed'
        AND created_at >= ${dates[0]}::timestamptz AND created_at < ${dates.at(-1)}::timestamptz
    ) AS moved
    GROUP BY 1`;
  const found = new Map(rows.map((row) => [row.span, row]));
  return limits.slice(1).map((_, span) => ({
    revenue_eur: toEuro(found.get(span)?.revenue ?? 0),
    refunds_eur: toEuro(found.get(span)?.refunds ?? 0),
  }));
}
