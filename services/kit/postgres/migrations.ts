import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { EnvError } from '../settings/env.ts';

/** A migration of a service. `checksum`: SHA-256 of its SQL, in hex. */
export type Migration = { name: string; sql: string; checksum: string };

/**
 * Returns the migrations that a schema lacks, in the order of their names. Additional migrations in the
 * schema are ignored: a newer version applied them.
 * @throws EnvError when an applied migration was changed later
 */
export async function missingMigrations(
  client: pg.Client,
  schema: string,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const table = `${schema}._prisma_migrations`;
  // Ask first: PostgreSQL would log an error for a missing table at each first start.
  const { rows: found } = await client.query('SELECT to_regclass($1) AS known', [table]);
  if (found[0].known === null) return [...migrations];
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM ${table}
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (changed)
    throw new EnvError(
      `Migration ${schema}/${changed.name} was changed after it had been applied. Restore it and add a new one.`,
    );
  return migrations.filter(({ name }) => !applied.has(name));
}

/** Reads the migrations in a folder, in the order of their names. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
