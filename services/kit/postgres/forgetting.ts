import { every } from '../process/every.ts';
import type { Log } from '../process/log.ts';
import type { Sql } from './sql.ts';

/** Rows that are over: those of a table whose `column`, which has an index, lies longer back than `keep`. */
export type OldRows = {
  table: string;
  column: string;
  /** An interval of PostgreSQL's, such as `7 days`. */
  keep: string;
  /** Only these. */
  where?: string;
};

/** Rows that one statement deletes, which takes some ms: it holds up nobody. */
const MOST = 1000;
const HOUR_MS = 3600_000;

/** Deletes some rows that are over. Replicas may do so at once. Answers whether there may be more. */
export async function forgetOldRows(database: Sql, old: readonly OldRows[]): Promise<boolean> {
  for (const { table, column, keep, where = 'true' } of old) {
    const deleted = await database.$executeRawUnsafe(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${table} WHERE ${column} < now() - interval '${keep}' AND ${where}
         ORDER BY ${column} LIMIT ${MOST} FOR UPDATE SKIP LOCKED
       ))`,
    );
    if (deleted === MOST) return true;
  }
  return false;
}

/** Deletes them to the end now and once an hour until stopped. */
export const startForgetting = (database: Sql, old: readonly OldRows[], log: Log) =>
  every(HOUR_MS, { name: 'forgetting old rows', run: () => forgetOldRows(database, old) }, log);
