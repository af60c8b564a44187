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

/** Deletes some of the rows that are over. Replicas may do so at once. Answers whether there may be more. */
async function forgetSome(database: Sql, { table, column, keep, where = 'true' }: OldRows): Promise<boolean> {
  const deleted = await database.$executeRawUnsafe(
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${table} WHERE ${column} < now() - interval '${keep}' AND ${where}
       ORDER BY ${column} LIMIT ${MOST} FOR UPDATE SKIP LOCKED
     ))`,
  );
  return deleted === MOST;
}

/** Deletes rows that are over, a thousand at a time, to the end or until stopped. */
export async function forgetOldRows(
  database: Sql,
  old: readonly OldRows[],
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (const rows of old) while (!isStopped() && (await forgetSome(database, rows)));
}

/** Does so now and once an hour until stopped. */
export function startForgetting(database: Sql, old: readonly OldRows[], log: Log): { stop(): Promise<void> } {
  const run = (isStopped: () => boolean) => forgetOldRows(database, old, isStopped);
  return every(HOUR_MS, { name: 'forgetting old rows', run }, log);
}
