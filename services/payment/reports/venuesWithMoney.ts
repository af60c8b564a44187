import type { PaymentDeps } from '../deps.ts';

/** Ids of venues that have ever linked an account, ascending: only these can have money or fees. */
export async function venuesWithMoney(
  { database }: Pick<PaymentDeps, 'database'>,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  // Jumps from venue to venue in the primary key.
  const rows = await database.$queryRaw<{ id: number }[]>`
    WITH RECURSIVE venue AS (
      (SELECT venue_id AS id, 1 AS nth FROM payment.account WHERE venue_id > ${after} ORDER BY venue_id LIMIT 1)
      UNION ALL
      SELECT next.id, venue.nth + 1 FROM venue, LATERAL (
        SELECT venue_id AS id FROM payment.account WHERE venue_id > venue.id ORDER BY venue_id LIMIT 1) next
      WHERE venue.nth < ${limit}
    )
    SELECT id FROM venue ORDER BY id`;
  return rows.map(({ id }) => id);
}
