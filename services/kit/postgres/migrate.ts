import type pg from 'pg';
import { retry } from '../concurrency/retry.ts';
import { EnvError } from '../settings/env.ts';
import { withClient } from './migrationClient.ts';
import { type Migration, missingMigrations, readMigrations } from './migrations.ts';
import { sqlStates } from './sql.ts';

/**
 * With the hash of the schema's name: one lock per schema. Shared objects (extensions) belong to one service
 * alone.
 */
const ADVISORY_LOCK = 7_236_491;
/** Timeout in s for another runner, and for retrying a migration whose tables are locked. */
const WAIT_S = 60;
/** Lock timeout for tables, in ms. All later statements on a table queue behind a waiting migration. */
const TABLE_WAIT_MS = 2000;
const RETRY_MS = 500;

const LOCK_NOT_AVAILABLE = '55P03';
/** No permission to read the migration table. A real problem shows when the migrations run. */
const DENIED = '42501';

/**
 * Applies a service's pending migrations in the order of their names, each in a transaction, or all in one
 * transaction on an empty schema. The layout and bookkeeping are those of `prisma migrate`
 * (`_prisma_migrations` with checksums), so Prisma's other commands work. Unlike Prisma this runner needs no
 * engine binary and waits for a replica that migrates concurrently. It uses no session state, so a
 * transaction pooler may be in between.
 * @returns the names of the applied migrations
 * @throws UnreachableError without a connection; when an applied migration was changed later, or when a
 * migration fails
 */
export const migrate = (databaseUrl: string, schema: string, folder: string): Promise<string[]> =>
  withClient(databaseUrl, async (client) => {
    const migrations = await readMigrations(folder);
    if (await isCurrent(client, schema, migrations)) return [];
    const done: string[] = [];
    for (;;) {
      const names = await retryWhileLocked(() =>
        inTransaction(client, () => applyNext(client, schema, migrations)),
      );
      if (names.length === 0) return done;
      done.push(...names);
    }
  });

/** Checks with one statement, without waiting for other runners. */
const isCurrent = async (client: pg.Client, schema: string, migrations: readonly Migration[]) => {
  try {
    return (await missingMigrations(client, schema, migrations)).length === 0;
  } catch (error) {
    if ((error as { code?: string }).code !== DENIED) throw error;
    return false;
  }
};

/**
 * Applies the first pending migration, or all of them to an empty schema, whose tables are not in use yet.
 * @returns their names
 */
async function applyNext(
  client: pg.Client,
  schema: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  // Migrations have no statement timeout; the role may have one for services. UTC, as in the services'
  // sessions.
  const alone = `SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '${WAIT_S}s'; SET LOCAL TimeZone = 'UTC';
    SELECT pg_advisory_xact_lock(${ADVISORY_LOCK}, hashtext('${schema}'))`;
  await client.query(alone).catch((error) => {
    if (error.code !== LOCK_NOT_AVAILABLE) throw error;
    throw new EnvError(
      `Another migration of this database is still running after ${WAIT_S} s. Try again when it has ended.`,
    );
  });
  // Only if missing: the schema's owner may not have the right to create schemas.
  const { rows } = await client.query('SELECT to_regnamespace($1) AS known', [schema]);
  if (rows[0].known === null) await client.query(`CREATE SCHEMA ${schema}`);
  await client.query(`SET LOCAL search_path TO ${schema}, public; ${BOOKKEEPING}`);
  const missing = await missingMigrations(client, schema, migrations);
  const next = missing.length === migrations.length ? missing : missing.slice(0, 1);
  if (next.length === 0) return [];
  await client.query(`SET LOCAL lock_timeout = ${TABLE_WAIT_MS}`);
  for (const { name, sql } of next)
    await client.query(sql).catch((error: Error) => {
      throw new Error(`Migration ${schema}/${name} failed: ${error.message}`, { cause: error });
    });
  const names = next.map(({ name }) => name);
  await client.query(
    `INSERT INTO ${schema}._prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     SELECT gen_random_uuid(), checksum, name, now(), 1 FROM unnest($1::text[], $2::text[]) AS done (name, checksum)`,
    [names, next.map(({ checksum }) => checksum)],
  );
  return names;
}

const BOOKKEEPING = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
  migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`;

/** Retries a migration whose tables are locked. Each pause lets the queued statements run. */
function retryWhileLocked<T>(work: () => Promise<T>): Promise<T> {
  let until: number | undefined;
  const isTransient = (error: unknown) => {
    const { code } = ((error as Error).cause ?? error) as { code?: string };
    until ??= Date.now() + WAIT_S * 1000;
    return (code === LOCK_NOT_AVAILABLE || code === sqlStates.deadlockDetected) && Date.now() <= until;
  };
  return retry(work, { when: isTransient, pauseMs: () => RETRY_MS });
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  try {
    await client.query('BEGIN');
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // ROLLBACK fails if the connection is lost; the server has then rolled back.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
