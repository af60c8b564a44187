import type { MoneyPage, MoneyQuery } from '@venue-booking/proto/reports/figures';
import { NIL } from 'uuid';
import type { PaymentDeps } from '../deps.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { movementsBetween, WITH_ATTEMPT } from './movements.ts';

type MoneyRequest = { venueId: number; from: number; to: number } & Pick<MoneyQuery, 'cursor' | 'limit'>;

/**
 * A page of a venue's payments and refunds, by time.
 * @param input.from ms since 1970; `to` is exclusive
 */
export async function listMoney(
  { database }: Pick<PaymentDeps, 'database'>,
  { venueId, from, to, cursor, limit }: MoneyRequest,
): Promise<MoneyPage> {
  const [ms, id] = cursor?.split('_') ?? [from, NIL];
  const [first, end, position] = [from, to, Number(ms)].map(
    (at) => Prisma.sql`${new Date(at).toISOString()}::timestamptz`,
  ) as [Prisma.Sql, Prisma.Sql, Prisma.Sql];
  const page = Prisma.sql`AND (at, id) > (${position}, ${id}::uuid) ORDER BY at, id LIMIT ${limit + 1}`;
  const moved = movementsBetween({ venueId: Prisma.sql`${venueId}`, from: first, to: end }, page);
  const rows = await database.$queryRaw<MoneyPage['moved']>`
    SELECT (extract(epoch FROM m.at) * 1000)::float8 AS moved_at, m.kind, p.booking_id::float8, (m.cents / 100.0)::float8 AS amount_eur,
      CASE WHEN m.kind = 'payment' THEN (m.fee_cents / 100.0)::float8 END AS platform_fee_eur, m.reason, c.provider, c.mode,
      a.provider_id, m.refund_id AS provider_refund_id, m.id, m.reversal
    FROM (${moved} ORDER BY at, id LIMIT ${limit + 1}) m
    ${WITH_ATTEMPT}
    ORDER BY m.at, m.id`;
  const shown = rows.slice(0, limit);
  const last = rows.length > limit && shown.at(-1);
  return { moved: shown, next: last ? `${last.moved_at}_${last.id}` : null };
}
