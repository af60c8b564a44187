import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { EnvError } from './env.ts';

/** One lock for all services: extensions are shared by the whole database. */
const ADVISORY_LOCK = 7_236_491;
const WAIT = '60s';

/**
 * Applies the migrations of a service that its schema has not seen, in the order of their names, each in a transaction.
 * Layout and bookkeeping are those of `prisma migrate` (`_prisma_migrations` with checksums), so that both can be used;
 * this runner needs no engine binary and waits for another replica that migrates at the same time.
 * @throws when an applied migration was changed afterwards.
 */
export async function migrate(databaseUrl: string, schema: string, folder: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    throw new EnvError(`DATABASE_URL: no connection to the database (${error.code ?? error.message})`);
  });
  try {
    await client.query(`SET lock_timeout = '${WAIT}'`);
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query(`SET search_path TO ${schema}, public`);
    await client.query(BOOKKEEPING);
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(
      'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    );
    const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    const done: string[] = [];
    for (const name of await migrationNames(folder)) {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      const known = applied.get(name);
      if (known === checksum) continue;
      if (known)
        throw new Error(
          `Migration ${schema}/${name} was changed after it had been applied. Restore it and add a new one.`,
        );
      await applyOne(client, { schema, name, sql, checksum });
      done.push(name);
    }
    return done;
  } finally {
    await client.end();
  }
}

const BOOKKEEPING = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
  migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`;

async function migrationNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

async function applyOne(
  client: pg.Client,
  { schema, name, sql, checksum }: { schema: string; name: string; sql: string; checksum: string },
): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`Migration ${schema}/${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
