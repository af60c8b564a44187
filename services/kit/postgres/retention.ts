import type { Log } from '../logging/log.ts';
import { every } from '../scheduling/every.ts';
import type { Sql } from './sql.ts';

/** Expired rows: rows of a table whose `column`, which must be indexed, is older than `maxAge`. */
export type RetentionRule = {
  table: string;
  column: string;
  /** A PostgreSQL interval, such as `7 days`. */
  maxAge: string;
  /** Further condition. */
  where?: string;
};

/** Rows per statement. Deleting this many takes a few ms, so it blocks no other statement for long. */
const BATCH_SIZE = 1000;
const HOUR_MS = 3600_000;

/** Deletes a batch of expired rows. Replicas may do so concurrently. Returns whether there may be more. */
export async function deleteExpiredRows(database: Sql, rules: readonly RetentionRule[]): Promise<boolean> {
  for (const { table, column, maxAge, where = 'true' } of rules) {
    const deleted = await database.$executeRawUnsafe(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${table} WHERE ${column} < now() - interval '${maxAge}' AND ${where}
         ORDER BY ${column} LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
       ))`,
    );
    if (deleted === BATCH_SIZE) return true;
  }
  return false;
}

/** Deletes all expired rows now and once an hour until stopped. */
export const startDeletingExpiredRows = (database: Sql, rules: readonly RetentionRule[], log: Log) =>
  every(HOUR_MS, { name: 'deleting expired rows', run: () => deleteExpiredRows(database, rules) }, log);
