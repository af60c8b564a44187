import pg from 'pg';

/** Counts the statements that this process runs during `work`. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype;
  let count = 0;
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    count += 1;
    return query.apply(this, given as never);
  } as never;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return count;
}
