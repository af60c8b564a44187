import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { startPgBouncer } from '../../../test/servers/pgbouncer.ts';
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { prepareSchema } from './prepareSchema.ts';

describe('a schema at the start of its service', () => {
  let tables: TestDatabase;
  let folder: string;
  before(async () => {
    tables = await openTestDatabase([]);
  });
  after(() => tables.close());
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

  it('is migrated, unless that is not for the service to do', async () => {
    await start();
    assert.equal(await steps(), 1);
    await start(true);
    await start(false);
    assert.equal(await steps(), 1);
  });

  it('that nobody has migrated ends the start in one sentence, and stays as it is', async () => {
    const sentence =
      'EnvError: MIGRATE_AT_START is false, and the schema house has no migrations yet. Run "migrate house" first.';
    await assert.rejects(start(false), (error) => String(error) === sentence);
    assert.deepEqual(await tables.rows(`SELECT FROM pg_namespace WHERE nspname = 'house'`), []);
    await tables.pool.query('CREATE SCHEMA house');
    await assert.rejects(start(false), (error) => String(error) === sentence);
  });

  it('that lacks a migration ends the start in one sentence that names it, and nothing is applied', async () => {
    await start();
    await add('003_third', `INSERT INTO step VALUES ('third')`);
    await add('004_fourth', `INSERT INTO step VALUES ('fourth')`);
    await assert.rejects(
      start(false),
      /^EnvError: MIGRATE_AT_START is false, and the schema house lacks the migration 003_third[.] Run "migrate house" first[.]$/,
    );
    assert.equal(await steps(), 1);
  });

  it('that a newer version has migrated is good enough, either way', async () => {
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

  it('with a migration that was changed afterwards ends the start, either way', async () => {
    await start();
    await add('001_first', 'CREATE TABLE other ()');
    for (const migrateAtStart of [true, false])
      await assert.rejects(start(migrateAtStart), /^EnvError: Migration house\/001_first was changed/);
  });

  it('is looked at while somebody else migrates: nobody waits for the lock', async () => {
    await start();
    const other = await tables.pool.connect();
    try {
      await other.query(`SELECT pg_advisory_lock(7236491, hashtext('house'))`);
      await start(false);
    } finally {
      other.release(true);
    }
  });

  it('is not waited for without an end when a pooler has no connection left', async () => {
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

  it('that may not be read ends the start in one sentence', async () => {
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
