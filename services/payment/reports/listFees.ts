import type { FeePosition, FeeRow, VenueSpan } from '@venue-booking/proto/reports/fees';
import { NIL } from 'uuid';
import type { PaymentDeps } from '../deps.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { FEE_PARTS, movementsBetween, WITH_ATTEMPT } from './movements.ts';

/** SQL for the spans of venues as rows `v`. */
export const spanRows = (spans: readonly VenueSpan[]): Prisma.Sql => {
  const rows = spans.map(({ venueId, from, to }, span) => ({
    ...{ span, venue_id: venueId, from_at: new Date(from).toISOString(), to_at: new Date(to).toISOString() },
  }));
  return Prisma.sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    AS v(span integer, venue_id integer, from_at timestamptz, to_at timestamptz)`;
};

/** The movements of the span `v`. */
export const inSpan = (page?: Prisma.Sql): Prisma.Sql =>
  movementsBetween(
    { venueId: Prisma.sql`v.venue_id`, from: Prisma.sql`v.from_at`, to: Prisma.sql`v.to_at` },
    page,
  );

/**
 * Lines of the fee ledger of several venues, by venue in the order of `spans`, then by time.
 * @param input.after the last line of the page before, of the first venue
 */
export async function listFees(
  { database }: Pick<PaymentDeps, 'database'>,
  { spans, after, limit }: { spans: VenueSpan[]; after?: FeePosition | undefined; limit: number },
): Promise<FeeRow[]> {
  const position = Prisma.sql`(CASE WHEN v.venue_id = ${after?.venueId ?? 0} THEN ${new Date(after?.at ?? 0).toISOString()}::timestamptz
    ELSE '-infinity' END, ${after?.id ?? NIL}::uuid)`;
  const page = Prisma.sql`AND (at, id) > ${position} ORDER BY at, id LIMIT ${limit}`;
  return database.$queryRaw<FeeRow[]>`
    SELECT m.venue_id AS "venueId", (extract(epoch FROM m.at) * 1000)::float8 AS moved_at, m.kind, m.reversal, p.booking_id::float8,
      (m.cents / 100.0)::float8 AS amount_eur, (${FEE_PARTS.charged} / 100.0)::float8 AS fee_charged_eur,
      (${FEE_PARTS.returned} / 100.0)::float8 AS fee_returned_eur, (${FEE_PARTS.owed} / 100.0)::float8 AS fee_owed_eur,
      (${FEE_PARTS.notReturned} / 100.0)::float8 AS fee_not_returned_eur,
      c.provider, c.mode, a.provider_id, m.refund_id AS provider_refund_id, m.id
    FROM (
      SELECT v.span, m.* FROM ${spanRows(spans)} CROSS JOIN LATERAL (${inSpan(page)} ORDER BY at, id LIMIT ${limit}) m
      ORDER BY v.span, m.at, m.id LIMIT ${limit}
    ) m
    ${WITH_ATTEMPT}
    ORDER BY m.span, m.at, m.id`;
}
