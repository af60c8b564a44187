import { toEuro } from '@venue-booking/proto/primitives';
import type { SpanSums, VenueSpan } from '@venue-booking/proto/reports/fees';
import type { PaymentDeps } from '../deps.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { inSpan, spanRows } from './listFees.ts';
import { FEE_PARTS } from './movements.ts';

type Counts = 'payments' | 'refunds' | 'chargebacks';
type Cents = Exclude<keyof SpanSums, Counts | 'span' | 'mode' | 'net_eur'>;
type Row = Pick<SpanSums, 'span' | 'mode' | Counts> & Record<Cents, number>;

/**
 * Sums of money and fees of each span with movements, live and test money apart. The lines of `listFees` and
 * the report's totals have the same sums, because all read the same movements.
 * Reads each movement once, without its attempt or payment.
 */
export async function sumFees(
  { database }: Pick<PaymentDeps, 'database'>,
  { spans }: { spans: VenueSpan[] },
): Promise<SpanSums[]> {
  const count = (kind: string) =>
    Prisma.sql`(count(*) FILTER (WHERE m.kind = ${kind} AND NOT m.reversal))::float8`;
  const cents = (kind: string, reversal = false) => Prisma.sql`
    coalesce(sum(abs(m.cents)) FILTER (WHERE m.kind = ${kind} AND m.reversal = ${reversal}), 0)::float8`;
  const fee = (part: keyof typeof FEE_PARTS) => Prisma.sql`sum(${FEE_PARTS[part]})::float8`;
  const rows = await database.$queryRaw<Row[]>`
    SELECT m.span, c.mode, ${count('payment')} AS payments, ${cents('payment')} AS payments_eur,
      ${count('refund')} AS refunds, ${cents('refund')} AS refunds_eur, ${cents('refund', true)} AS refunds_failed_eur,
      ${count('chargeback')} AS chargebacks, ${cents('chargeback')} AS chargebacks_eur,
      ${cents('chargeback', true)} AS chargebacks_returned_eur, ${fee('charged')} AS fee_charged_eur,
      ${fee('returned')} AS fee_returned_eur, ${fee('owed')} AS fee_owed_eur, ${fee('notReturned')} AS fee_not_returned_eur
    FROM (SELECT v.span, m.* FROM ${spanRows(spans)} CROSS JOIN LATERAL (${inSpan()}) m) m
    JOIN payment.account c ON (c.venue_id, c.id) = (m.venue_id, m.account_id)
    GROUP BY 1, 2 ORDER BY 1, 2`;
  return rows.map((row) => ({ ...inEuro(row), net_eur: toEuro(netOf(row)) }));
}

const netOf = (row: Row): number =>
  row.payments_eur -
  row.refunds_eur +
  row.refunds_failed_eur -
  row.chargebacks_eur +
  row.chargebacks_returned_eur -
  row.fee_charged_eur +
  row.fee_returned_eur;

const inEuro = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, name.endsWith('_eur') ? toEuro(Number(value)) : value]),
  ) as Row;
