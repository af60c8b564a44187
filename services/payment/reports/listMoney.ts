import type { MoneyPage, MoneyQuery } from '@venue-booking/proto/reports/figures';
import { NIL } from 'uuid';
import type { PaymentDeps } from '../deps.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { CAPTURED, REFUNDED } from './movements.ts';

type MoneyRequest = { venueId: number; from: number; to: number } & Pick<MoneyQuery, 'cursor' | 'limit'>;

/**
 * A page of a venue's payments and refunds, by time. Each part is limited by its own index before the union,
 * so the last page costs as much as the first.
 * @param input.from ms since 1970; `to` is exclusive
 */
export async function listMoney(
  { database }: Pick<PaymentDeps, 'database'>,
  { venueId, from, to, cursor, limit }: MoneyRequest,
): Promise<MoneyPage> {
  const [ms, id] = cursor?.split('_') ?? [from, NIL];
  const [first, end, position] = [from, to, Number(ms)].map((at) => new Date(at).toISOString());
  const pageOf = (moved: Prisma.Sql) => Prisma.sql`(SELECT * FROM (${moved}) part
    WHERE venue_id = ${venueId} AND at >= ${first}::timestamptz AND at < ${end}::timestamptz
      AND (at, id) > (${position}::timestamptz, ${id}::uuid) ORDER BY at, id LIMIT ${limit + 1})`;
  const rows = await database.$queryRaw<MoneyPage['moved']>`
    SELECT (extract(epoch FROM m.at) * 1000)::float8 AS moved_at, m.kind, p.booking_id::float8, (m.cents / 100.0)::float8 AS amount_eur,
      (m.fee_cents / 100.0)::float8 AS platform_fee_eur, m.reason, c.provider, c.mode, a.provider_id,
      m.refund_id AS provider_refund_id, m.id
    FROM (${pageOf(CAPTURED)} UNION ALL ${pageOf(REFUNDED)} ORDER BY at, id LIMIT ${limit + 1}) m
    JOIN payment.attempt a ON a.id = m.attempt_id AND a.venue_id + 0 = m.venue_id -- by id: see docs/decisions/0068
    JOIN payment.payment p ON p.id = a.payment_id AND p.venue_id + 0 = a.venue_id
    JOIN payment.account c ON (c.venue_id, c.id) = (a.venue_id, a.account_id)
    ORDER BY m.at, m.id`;
  const moved = rows.slice(0, limit);
  const last = rows.length > limit && moved.at(-1);
  return { moved, next: last ? `${last.moved_at}_${last.id}` : null };
}
