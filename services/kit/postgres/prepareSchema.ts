import type pg from 'pg';
import { EnvError } from '../settings/env.ts';
import { migrate } from './migrate.ts';
import { withClient } from './migrationClient.ts';
import { missingMigrations, readMigrations } from './migrations.ts';

/** SQLSTATE for a missing permission to read the migration table. */
const DENIED = '42501';
/** Timeout of the check, in ms: PostgreSQL's timeouts don't cover waiting in a pooler's queue. */
const LOOK_MS = 10_000;

/**
 * Ensures at start that a service's schema has every migration of its folder. Applies them, or only checks if
 * `migrateAtStart` is false. Additional migrations are allowed: during a rolling upgrade the previous release
 * runs on the newer schema.
 * @throws EnvError when migrations are missing and `migrateAtStart` is false; UnreachableError when the
 * database does not respond
 */
export async function prepareSchema(
  { databaseUrl, migrateAtStart = true }: { databaseUrl: string; migrateAtStart?: boolean | undefined },
  schema: string,
  folder: string,
): Promise<void> {
  if (migrateAtStart) return void (await migrate(databaseUrl, schema, folder));
  const migrations = await readMigrations(folder);
  const look = (client: pg.Client) => missingMigrations(client, schema, migrations);
  const missing = await withClient(databaseUrl, look, { responseMs: LOOK_MS }).catch((error) => {
    if (error.code !== DENIED) throw error;
    throw new EnvError(`DATABASE_URL: the user has no permission to read ${schema}._prisma_migrations`);
  });
  if (missing.length === 0) return;
  const isNew = missing.length === migrations.length;
  const what = isNew ? 'has no migrations yet' : `lacks the migration ${missing[0]?.name}`;
  throw new EnvError(
    `MIGRATE_AT_START is false, and the schema ${schema} ${what}. Run "migrate ${schema}" first.`,
  );
}
