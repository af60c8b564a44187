import type pg from 'pg';
import { EnvError } from '../process/env.ts';
import { migrate } from './migrate.ts';
import { withClient } from './migrationClient.ts';
import { missingMigrations, readMigrations } from './migrations.ts';

/** What PostgreSQL says of books that were never begun, and of those that somebody else keeps. */
const UNDEFINED = ['42P01', '3F000'];
const DENIED = '42501';
/** Longest wait for the look, in ms: in a pooler's queue no limit of PostgreSQL's holds. */
const LOOK_MS = 10_000;

/**
 * Sees at a service's start that its schema has every migration of its folder: applies them, or with
 * `migrateAtStart` false, when somebody else does, only looks. A schema that has more is a newer version's,
 * which an older one runs beside during an upgrade.
 * @throws EnvError when migrations are missing that it is not to apply, or the look gets no answer
 */
export async function prepareSchema(
  { databaseUrl, migrateAtStart = true }: { databaseUrl: string; migrateAtStart?: boolean | undefined },
  schema: string,
  folder: string,
): Promise<void> {
  if (migrateAtStart) return void (await migrate(databaseUrl, schema, folder));
  const migrations = await readMigrations(folder);
  const look = (client: pg.Client) => missingMigrations(client, schema, migrations);
  const missing = await withClient(databaseUrl, look, { answerMs: LOOK_MS }).catch((error) => {
    if (UNDEFINED.includes(error.code)) return null;
    if (error.code !== DENIED) throw error;
    throw new EnvError(`DATABASE_URL: its user may not read ${schema}._prisma_migrations`);
  });
  if (missing?.length === 0) return;
  const what = missing === null ? 'no migrations yet' : `not the migration ${missing[0]?.name}`;
  throw new EnvError(
    `MIGRATE_AT_START is false, and the schema ${schema} has ${what}: run "migrate ${schema}" first.`,
  );
}
