import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { startPgBouncer } from '../../../test/servers/pgbouncer.ts';
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { prepareSchema } from './prepareSchema.ts';

describe('the schema at the start of a service', () => {
  let tables: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    tables = await openTestDatabase([]);
  });
  afterAll(() => tables.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'venue-booking-migrations-'));
    await add('001_first', 'CREATE TABLE step (name text)');
    await add('002_second', `INSERT INTO step VALUES ('second')`);
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
    await tables.pool.query('DROP SCHEMA IF EXISTS house CASCADE');
  });

  const add = async (name: string, sql: string) => {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, 'migration.sql'), sql);
  };
  const start = (migrateAtStart?: boolean, from = folder, databaseUrl = tables.url) =>
    prepareSchema({ databaseUrl, migrateAtStart }, 'house', from);
  const steps = async () => (await tables.rows('SELECT FROM house.step')).length;

  it('is migrated, unless MIGRATE_AT_START is false', async () => {
    await start();
    assert.equal(await steps(), 1);
    await start(true);
    await start(false);
    assert.equal(await steps(), 1);
  });

  it('ends the start in one sentence if it has no migrations, and stays unchanged', async () => {
    const sentence =
      'EnvError: MIGRATE_AT_START is false, and the schema house has no migrations yet. Run "migrate house" first.';
    await assert.rejects(start(false), (error) => String(error) === sentence);
    assert.deepEqual(await tables.rows(`SELECT FROM pg_namespace WHERE nspname = 'house'`), []);
    await tables.pool.query('CREATE SCHEMA house');
    await assert.rejects(start(false), (error) => String(error) === sentence);
  });

  it('ends the start in one sentence that names a missing migration, and stays unchanged', async () => {
    await start();
    await add('003_third', `INSERT INTO step VALUES ('third')`);
    await add('004_fourth', `INSERT INTO step VALUES ('fourth')`);
    await assert.rejects(
      start(false),
      /^EnvError: MIGRATE_AT_START is false, and the schema house lacks the migration 003_third[.] Run "migrate house" first[.]$/,
    );
    assert.equal(await steps(), 1);
  });

  it('may have migrations of a newer version, in both modes', async () => {
    const older = `${folder}-older`;
    await cp(folder, older, { recursive: true });
    try {
      await add('003_third', `INSERT INTO step VALUES ('third')`);
      await start();
      await start(false, older);
      await start(true, older);
      assert.equal(await steps(), 2);
    } finally {
      await rm(older, { recursive: true });
    }
  });

  it('ends the start if a migration was changed later, in both modes', async () => {
    await start();
    await add('001_first', 'CREATE TABLE other ()');
    for (const migrateAtStart of [true, false])
      await assert.rejects(start(migrateAtStart), /^EnvError: Migration house\/001_first was changed/);
  });

  it('is checked without waiting for a concurrent migration', async () => {
    await start();
    const other = await tables.pool.connect();
    try {
      await other.query(`SELECT pg_advisory_lock(7236491, hashtext('house'))`);
      await start(false);
    } finally {
      other.release(true);
    }
  });

  it('check times out if a pooler has no free connection', async () => {
    await start();
    const pooler = await startPgBouncer(tables.url, { default_pool_size: 1 });
    const other = new pg.Client({ connectionString: pooler.url });
    try {
      await other.connect();
      await other.query('BEGIN');
      await assert.rejects(
        start(false, folder, `${pooler.url}?query_timeout=200`),
        /^EnvError: DATABASE_URL: the database, or a pooler in front of it, does not respond$/,
      );
      await other.query('ROLLBACK');
      await start(false, folder, pooler.url);
    } finally {
      await other.end();
      await pooler.stop();
    }
  });

  it('ends the start in one sentence if it may not be read', async () => {
    await start();
    const stranger = `stranger_${process.pid}`;
    await tables.pool.query(`CREATE ROLE ${stranger} LOGIN PASSWORD 'stranger'`);
    try {
      const url = Object.assign(new URL(tables.url), { username: stranger, password: 'stranger' }).href;
      await assert.rejects(
        start(false, folder, url),
        /^EnvError: DATABASE_URL: the user has no permission to read house._prisma_migrations$/,
      );
    } finally {
      await tables.pool.query(`DROP ROLE ${stranger}`);
    }
  });
});
