import { join } from 'node:path';
import pg from 'pg';
import { createDatabase, startPostgres } from '../../../test/servers/postgres.ts';
import { migrate } from '../postgres/migrate.ts';
import type { Database, Sql } from '../postgres/sql.ts';

export const migrationsOf = (service: string) =>
  join(import.meta.dirname, '../..', service, 'prisma/migrations');

/** A fresh database on a real PostgreSQL with the tables of some services, and raw statements on it. */
export async function openTestDatabase(services: readonly string[]) {
  const server = await startPostgres();
  const { url, drop } = await createDatabase(server);
  for (const service of services) await migrate(url, service, migrationsOf(service));
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  return {
    url,
    pool,
    database: databaseOn(pool),
    /** Runs a statement and returns its rows. */
    rows: async <T extends object>(statement: string, ...values: unknown[]) =>
      (await pool.query<T>(statement, values)).rows,
    async close() {
      // `pool.end` resolves before its connections are closed; the drop then terminates them, which is
      // harmless.
      pool.on('error', () => {});
      await pool.end();
      await drop();
      await server.stop();
    },
  };
}

export type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>;

/** The kit's view of a service's Prisma client, without Prisma: the kit depends on no service. */
export function databaseOn(pool: pg.Pool): Database {
  return {
    ...sqlOn(pool),
    async $transaction(work) {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const result = await work(sqlOn(client));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },
  };
}

const sqlOn = (on: pg.Pool | pg.PoolClient): Sql => ({
  $queryRawUnsafe: async <T>(statement: string, ...values: unknown[]) =>
    (await on.query(statement, values)).rows as T,
  $executeRawUnsafe: async (statement, ...values) => (await on.query(statement, values)).rowCount ?? 0,
});

/** The tables that the statements of `ask` can read only by a full scan. */
export async function sequentiallyScannedTables(
  database: Pick<Database, '$transaction'>,
  ask: (database: Sql) => Promise<unknown>,
): Promise<string[]> {
  const statements: string[] = [];
  const record = async (statement: string) => void statements.push(statement);
  await ask({ $queryRawUnsafe: record as never, $executeRawUnsafe: record as never }).catch(() => {});
  return database.$transaction(async (tx) => {
    await tx.$executeRawUnsafe('SET LOCAL enable_seqscan = off');
    const plans = await Promise.all(
      statements.map((it) => tx.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${it}`)),
    );
    const lines = plans.flat().map((line) => line['QUERY PLAN']);
    return lines.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? []);
  });
}
