import { toEuro } from '@venue-booking/proto/primitives';
import type { MoneyTotals } from '@venue-booking/proto/reports/figures';
import type { PaymentDeps } from '../deps.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { movementsBetween } from './movements.ts';

type Row = { span: number; revenue: number; refunds: number };

/**
 * Revenue and refunds of a venue between each two consecutive limits.
 * @param input.limits ms since 1970, ascending
 */
export async function sumMoney(
  { database }: Pick<PaymentDeps, 'database'>,
  { venueId, limits }: { venueId: number; limits: number[] },
): Promise<MoneyTotals[]> {
  const dates = limits.map((limit) => new Date(limit).toISOString());
  const [from, to] = [dates[0], dates.at(-1)].map((at) => Prisma.sql`${at}::timestamptz`) as [
    Prisma.Sql,
    Prisma.Sql,
  ];
  const rows = await database.$queryRaw<Row[]>`
    SELECT width_bucket(at, ${dates}::timestamptz[]) - 1 AS span,
      coalesce(sum(cents) FILTER (WHERE kind = 'payment'), 0)::float8 AS revenue,
      coalesce(-sum(cents) FILTER (WHERE kind <> 'payment'), 0)::float8 AS refunds
    FROM (${movementsBetween({ venueId: Prisma.sql`${venueId}`, from, to })}) AS moved
    GROUP BY 1`;
  const found = new Map(rows.map((row) => [row.span, row]));
  return limits.slice(1).map((_, span) => ({
    revenue_eur: toEuro(found.get(span)?.revenue ?? 0),
    refunds_eur: toEuro(found.get(span)?.refunds ?? 0),
  }));
}
