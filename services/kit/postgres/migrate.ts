import type pg from 'pg';
import { EnvError } from '../process/env.ts';
import { retry } from '../process/retry.ts';
import { type Patience, withClient } from './migrationClient.ts';
import { type Migration, missingMigrations, readMigrations } from './migrations.ts';
import { sqlStates } from './sql.ts';

/** With the schema's name: one runner for each. What schemas share, extensions, one service makes alone. */
const ADVISORY_LOCK = 7_236_491;
/** Longest wait for another runner, and how long a migration is tried whose tables are in use, in s. */
const WAIT_S = 60;
/** Longest wait for a table, in ms: whoever asks for it next waits behind the statement that waits. */
const TABLE_WAIT_MS = 2000;
const RETRY_MS = 500;

const LOCK_NOT_AVAILABLE = '55P03';
/** No table, no schema, or no right to look into it: what is wrong then shows when it is made. */
const NO_BOOKS = ['42P01', '3F000', '42501'];

/**
 * Applies the migrations of a service that its schema has not seen, in the order of their names: each in a
 * transaction, or all in one where there were none so far. Layout and bookkeeping are those of `prisma
 * migrate` (`_prisma_migrations` with checksums), so that its other commands understand them; this runner
 * needs no engine binary and waits for another replica that migrates at the same time. Nothing outlives a
 * transaction, so that a pooler which gives the connection away after each may stand between.
 * @returns the names of those that it applied
 * @throws when an applied migration was changed afterwards, or one fails
 */
export const migrate = (
  databaseUrl: string,
  schema: string,
  folder: string,
  patience?: Patience,
): Promise<string[]> =>
  withClient(
    databaseUrl,
    async (client) => {
      const migrations = await readMigrations(folder);
      if (await isCurrent(client, schema, migrations)) return [];
      const done: string[] = [];
      for (;;) {
        const names = await patiently(() =>
          inTransaction(client, () => applyNext(client, schema, migrations)),
        );
        if (names.length === 0) return done;
        done.push(...names);
      }
    },
    { patience },
  );

/** Whether a look shows that nothing is missing: one statement, which waits for no other runner. */
const isCurrent = async (client: pg.Client, schema: string, migrations: readonly Migration[]) => {
  try {
    return (await missingMigrations(client, schema, migrations)).length === 0;
  } catch (error) {
    if (NO_BOOKS.includes((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
};

/**
 * Applies the first migration that the schema has not seen, or all of them to a schema that has none: nobody
 * waits for its tables yet.
 * @returns their names
 */
async function applyNext(
  client: pg.Client,
  schema: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  // Of statements there is no end here: the role may have one for services. UTC as in their sessions.
  const alone = `SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '${WAIT_S}s'; SET LOCAL TimeZone = 'UTC';
    SELECT pg_advisory_xact_lock(${ADVISORY_LOCK}, hashtext('${schema}'))`;
  await client.query(alone).catch((error) => {
    if (error.code !== LOCK_NOT_AVAILABLE) throw error;
    throw new EnvError(`Another migration of this database has not ended within ${WAIT_S} s.`);
  });
  // Only where it is missing: its owner may have no right to make others.
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

/** Tries a migration again whose tables are in use: after each wait, those who came after it go first. */
function patiently<T>(work: () => Promise<T>): Promise<T> {
  let until: number | undefined;
  const passes = (error: unknown) => {
    const { code } = ((error as Error).cause ?? error) as { code?: string };
    until ??= Date.now() + WAIT_S * 1000;
    return (code === LOCK_NOT_AVAILABLE || code === sqlStates.deadlockDetected) && Date.now() <= until;
  };
  return retry(work, { when: passes, pauseMs: () => RETRY_MS });
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  try {
    await client.query('BEGIN');
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // Fails in turn when the connection is gone, which has rolled back.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
