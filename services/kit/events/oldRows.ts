import type { Sql } from '../postgres/sql.ts';

/** Rows that one statement deletes, which takes some ms: it holds up nobody. */
const MOST = 1000;

/**
 * Deletes some of the rows of a table whose `column`, which has an index, lies more than `days` back.
 * Replicas may do so at once.
 * @returns true when there may be more of them
 */
export async function deleteOldRows(
  database: Sql,
  { table, key, column, days }: { table: string; key: string; column: string; days: number },
): Promise<boolean> {
  const deleted = await database.$executeRawUnsafe(
    `WITH old AS MATERIALIZED (
       SELECT ${key} FROM ${table} WHERE ${column} < now() - interval '${days} days'
       ORDER BY ${column} LIMIT ${MOST} FOR UPDATE SKIP LOCKED
     )
     DELETE FROM ${table} AS it USING old WHERE it.${key} = old.${key}`,
  );
  return deleted === MOST;
}
