import type { CatalogDatabase } from '../database.ts';

/**
 * Counts an attempt under a key, over all gateways.
 * @param attempt.limit maximum number of attempts within `minutes` from the first one
 * @returns 0, or the number of seconds until the next attempt is allowed
 */
export async function countSignInAttempt(
  database: CatalogDatabase,
  { key, limit, minutes }: { key: string; limit: number; minutes: number },
): Promise<{ waitSeconds: number }> {
  const [row] = await database.$queryRaw<{ taken: number; waitSeconds: number }[]>`
    INSERT INTO catalog.sign_in_turn AS turn (key, taken, since) VALUES (${key}, 1, now())
    ON CONFLICT (key) DO UPDATE SET
      taken = CASE WHEN turn.since < now() - make_interval(mins => ${minutes}::integer) THEN 1
        ELSE least(turn.taken, ${limit}::integer) + 1 END,
      since = CASE WHEN turn.since < now() - make_interval(mins => ${minutes}::integer) THEN now()
        ELSE turn.since END
    RETURNING taken, ceil(extract(epoch FROM since + make_interval(mins => ${minutes}::integer) - now()))::integer
      AS "waitSeconds"`;
  if (!row || row.taken <= limit) return { waitSeconds: 0 };
  // now() is the start of the transaction, so a concurrent call's `since` may lie in the future.
  return { waitSeconds: Math.min(Math.max(1, row.waitSeconds), minutes * 60) };
}
