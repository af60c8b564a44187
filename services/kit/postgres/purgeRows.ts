import { retryConflicts, type Sql } from './sql.ts';

/** Rows of a venue to delete, or to empty of what need not be kept. `$1` is the venue's id. */
export type PurgeStep = {
  table: string;
  /** Default: all rows of the venue. */
  where?: string;
  /** Assignments, for rows that stay. `where` must exclude rows that have them. */
  set?: string;
};

/** Progress of a purge. `waiting`: the rest depends on something else, so retry it later. */
export type PurgeState = 'more' | 'waiting' | 'done';

/** Rows per statement, so that none locks many rows for long. */
const BATCH = 1000;

/** Condition for the rows of the venue. */
export const OF_VENUE = 'venue_id = $1::integer';

/** Dead letters of a venue's events. */
export const deadLettersOf = (service: string): PurgeStep => ({
  table: `${service}.dead_letter`,
  where: `payload->>'venueId' = ($1::integer)::text`,
});

/**
 * Purges a batch of rows of a venue, in the order of the steps. Idempotent; replicas may do so concurrently.
 * Returns whether there may be more.
 */
export async function purgeRows(
  database: Sql,
  venueId: number,
  steps: readonly PurgeStep[],
): Promise<boolean> {
  for (const { table, where = OF_VENUE, set } of steps) {
    const batch = `ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${where} LIMIT ${BATCH}))`;
    const statement = set ? `UPDATE ${table} SET ${set}` : `DELETE FROM ${table}`;
    const changed = await retryConflicts(() =>
      // The condition again: a row may have changed since the batch was chosen.
      database.$executeRawUnsafe(`${statement} WHERE ${batch} AND ${where}`, venueId),
    );
    if (changed === BATCH) return true;
  }
  return false;
}
