import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it, vi } from 'vitest';
import { startPgBouncer } from '../../../test/servers/pgbouncer.ts';
import { migrationsOf, openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { until } from '../testing/testMessaging.ts';
import { migrate } from './migrate.ts';
import { prepareSchema } from './prepareSchema.ts';

describe('migrations', () => {
  let tables: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    tables = await openTestDatabase([]);
  });
  afterAll(() => tables.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'venue-booking-migrations-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
    await tables.pool.query('DROP SCHEMA IF EXISTS house CASCADE');
  });

  const add = async (name: string, sql: string) => {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, 'migration.sql'), sql);
  };
  const run = () => migrate(tables.url, 'house', folder);
  const advisoryLocks = `SELECT FROM pg_locks WHERE locktype = 'advisory'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  const recorded = async () =>
    (
      await tables.rows<{ name: string }>(
        'SELECT migration_name AS name FROM house._prisma_migrations ORDER BY started_at, migration_name',
      )
    ).map(({ name }) => name);

  it('are applied in the order of their names', async () => {
    await add('010_third', `INSERT INTO step VALUES ('third')`);
    await add('002_second', `INSERT INTO step VALUES ('second'); INSERT INTO step VALUES ('and a half')`);
    await add('001_first', 'CREATE TABLE step (name text, n serial)');
    await writeFile(join(folder, 'migration_lock.toml'), 'provider = "postgresql"');
    assert.deepEqual(await run(), ['001_first', '002_second', '010_third']);
    assert.deepEqual(await tables.rows('SELECT name FROM house.step ORDER BY n'), [
      { name: 'second' },
      { name: 'and a half' },
      { name: 'third' },
    ]);
    assert.deepEqual(await recorded(), ['001_first', '002_second', '010_third']);
  });

  it('run in an existing schema for a user without the right to create schemas', async () => {
    const user = `vb_migrator_${process.pid}`;
    await tables.pool.query(
      `CREATE ROLE ${user} LOGIN PASSWORD 'migrator'; CREATE SCHEMA house AUTHORIZATION ${user}`,
    );
    try {
      await add('001_first', 'CREATE TABLE step (name text)');
      const url = Object.assign(new URL(tables.url), { username: user, password: 'migrator' });
      assert.deepEqual(await migrate(url.href, 'house', folder), ['001_first']);
    } finally {
      await tables.pool.query(`DROP OWNED BY ${user} CASCADE; DROP ROLE ${user}`);
    }
  });

  it('run in UTC, whatever the zone of the database', async () => {
    const { pathname } = new URL(tables.url);
    await tables.pool.query(`ALTER DATABASE ${pathname.slice(1)} SET TimeZone = 'Asia/Kathmandu'`);
    await add('001_zone', `CREATE TABLE zone AS SELECT current_setting('TimeZone') AS name`);
    await run();
    assert.deepEqual(await tables.rows('SELECT name FROM house.zone'), [{ name: 'UTC' }]);
  });

  it('are applied once, and only new ones', async () => {
    await add('001_first', 'CREATE TABLE step (name text)');
    await run();
    assert.deepEqual(await run(), []);
    await add('002_second', `INSERT INTO step VALUES ('second')`);
    assert.deepEqual(await run(), ['002_second']);
    assert.deepEqual(await run(), []);
    assert.equal((await tables.rows('SELECT FROM house.step')).length, 1);
  });

  it('cause no error in the log of PostgreSQL, on an empty database either', async () => {
    await add('001_first', 'CREATE TABLE step (name text)');
    const { pool, url, close } = await openTestDatabase([]);
    try {
      await assert.rejects(
        prepareSchema({ databaseUrl: url, migrateAtStart: false }, 'house', folder),
        /has no migrations yet/,
      );
      await migrate(url, 'house', folder);
      // PostgreSQL logs each failed statement and counts it as a rollback, once its session has ended.
      const read = async () =>
        (
          await pool.query(
            'SELECT xact_commit, xact_rollback FROM pg_stat_database WHERE datname = current_database()',
          )
        ).rows[0];
      await until(async () => Number((await read()).xact_commit) >= 3);
      assert.equal((await read()).xact_rollback, '0');
    } finally {
      await close();
    }
  });

  it('are applied once by concurrent replicas', async () => {
    await add('001_first', 'CREATE TABLE step (name text); SELECT pg_sleep(0.2)');
    await add('002_second', `INSERT INTO step VALUES ('second')`);
    const done = await Promise.all([run(), run(), run()]);
    assert.deepEqual(done.flat().sort(), ['001_first', '002_second']);
    assert.equal((await tables.rows('SELECT FROM house.step')).length, 1);
  });

  it('run for all services concurrently on an empty database', async () => {
    const services = ['catalog', 'availability', 'booking'];
    const done = await Promise.all(services.map((it) => migrate(tables.url, it, migrationsOf(it))));
    for (const [index, names] of done.entries())
      assert.deepEqual(
        names,
        (await readdir(migrationsOf(services[index] ?? ''), { withFileTypes: true }))
          .filter((it) => it.isDirectory())
          .map(({ name }) => name)
          .sort(),
      );
  });

  const HOUSE = `7236491, hashtext('house')`;
  it('wait for another runner of the same schema only', async () => {
    const held = await tables.pool.connect();
    try {
      await add('001_first', 'CREATE TABLE step (name text)');
      // Like another runner in the middle of its work.
      await held.query(`BEGIN; SELECT pg_advisory_xact_lock(${HOUSE})`);
      const later = run();
      await until(async () => (await tables.rows(`${advisoryLocks} AND NOT granted`)).length > 0);
      await migrate(tables.url, 'payment', migrationsOf('payment'));
      await held.query('COMMIT');
      assert.equal((await later).length, 1);
    } finally {
      held.release(true);
    }
  });

  it('do not wait for another runner if none is missing', async () => {
    await add('001_first', 'CREATE TABLE step (name text)');
    await run();
    const runner = await tables.pool.connect();
    try {
      await runner.query(`SELECT pg_advisory_lock(${HOUSE})`);
      assert.deepEqual(await run(), []);
      await runner.query(`SELECT pg_advisory_unlock(${HOUSE})`);
    } finally {
      runner.release();
    }
  });

  it('reject a changed migration by name and apply nothing', async () => {
    await add('001_first', 'CREATE TABLE step (name text)');
    await run();
    await add('001_first', 'CREATE TABLE step (name text) ');
    await add('002_second', 'CREATE TABLE other ()');
    await assert.rejects(
      run(),
      /^EnvError: Migration house\/001_first was changed after it had been applied\./,
    );
    assert.deepEqual(await recorded(), ['001_first']);
    assert.deepEqual(await tables.rows(`SELECT WHERE to_regclass('house.other') IS NOT NULL`), []);
  });

  it('roll back a failing one, keep those before it, and continue after it is fixed', async () => {
    await add('001_first', 'CREATE TABLE step (name text)');
    await run();
    await add('002_second', `INSERT INTO step VALUES ('second')`);
    await add('003_third', 'CREATE TABLE half (); INSERT INTO step VALUES (1/0)');
    await add('004_fourth', 'CREATE TABLE fourth ()');
    await assert.rejects(run(), /Migration house\/003_third failed: division by zero/);
    assert.deepEqual(await recorded(), ['001_first', '002_second']);
    assert.deepEqual(await tables.rows(`SELECT WHERE to_regclass('house.half') IS NOT NULL`), []);
    await add('003_third', 'CREATE TABLE half ()');
    assert.deepEqual(await run(), ['003_third', '004_fourth']);
  });

  it('create a new schema in one transaction', async () => {
    await add('001_first', 'CREATE TABLE step (xid xid8); INSERT INTO step VALUES (pg_current_xact_id())');
    await add('002_second', 'INSERT INTO step VALUES (pg_current_xact_id())');
    await add('003_third', 'SELECT 1/0');
    await assert.rejects(run(), /Migration house\/003_third failed: division by zero/);
    assert.deepEqual(await tables.rows(`SELECT WHERE to_regnamespace('house') IS NOT NULL`), []);
    await add('003_third', 'INSERT INTO step VALUES (pg_current_xact_id())');
    assert.deepEqual(await run(), ['001_first', '002_second', '003_third']);
    assert.deepEqual(await tables.rows('SELECT count(DISTINCT xid)::int AS transactions FROM house.step'), [
      { transactions: 1 },
    ]);
  });

  it('release the lock after a failure', async () => {
    await add('001_first', 'nonsense');
    await assert.rejects(run(), /syntax error/);
    await assert.rejects(run(), /syntax error/);
    await until(async () => (await tables.rows(advisoryLocks)).length === 0);
  });

  it('retry while a table is locked, without blocking later statements', async () => {
    await add('001_first', 'CREATE TABLE step (name text)');
    await run();
    await add('002_second', 'ALTER TABLE step ADD COLUMN n integer');
    const reader = await tables.pool.connect();
    try {
      await reader.query(`BEGIN; SELECT FROM house.step; SELECT pg_advisory_lock(${HOUSE})`);
      const migrating = run();
      // The wait for the lock does not count.
      await until(async () => (await tables.rows(`${advisoryLocks} AND NOT granted`)).length > 0);
      const { now } = Date;
      vi.spyOn(Date, 'now').mockImplementation(() => now() + 61_000);
      await reader.query(`SELECT pg_advisory_unlock(${HOUSE})`);
      const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'house.step'::regclass`;
      await until(async () => (await tables.rows(waiting)).length > 0);
      // It queues behind the migration, which gives up first.
      await tables.rows(`INSERT INTO house.step VALUES ('meanwhile')`);
      await reader.query('COMMIT');
      assert.deepEqual(await migrating, ['002_second']);
    } finally {
      reader.release();
    }
  });

  it('leave no session state in a pooled connection', async () => {
    await add('001_first', 'CREATE TABLE step (name text)');
    const pooler = await startPgBouncer(tables.url, { default_pool_size: 1 });
    const client = new pg.Client({ connectionString: pooler.url });
    try {
      assert.deepEqual(await migrate(pooler.url, 'house', folder), ['001_first']);
      await client.connect();
      const { rows } = await client.query(
        `SELECT current_setting('search_path') AS path, current_setting('lock_timeout') AS wait,
           (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS locks`,
      );
      assert.deepEqual(rows, [{ path: '"$user", public', wait: '0', locks: 0 }]);
    } finally {
      await client.end();
      await pooler.stop();
    }
  });

  it('are recorded as Prisma does, with its columns and the SHA-256 of the file', async () => {
    await add('001_first', 'CREATE TABLE step (name text)');
    await run();
    const columns = await tables.rows(
      `SELECT column_name AS name, data_type AS type, is_nullable AS nullable FROM information_schema.columns
       WHERE table_schema = 'house' AND table_name = '_prisma_migrations' ORDER BY ordinal_position`,
    );
    const instant = 'timestamp with time zone';
    assert.deepEqual(columns, [
      { name: 'id', type: 'character varying', nullable: 'NO' },
      { name: 'checksum', type: 'character varying', nullable: 'NO' },
      { name: 'finished_at', type: instant, nullable: 'YES' },
      { name: 'migration_name', type: 'character varying', nullable: 'NO' },
      { name: 'logs', type: 'text', nullable: 'YES' },
      { name: 'rolled_back_at', type: instant, nullable: 'YES' },
      { name: 'started_at', type: instant, nullable: 'NO' },
      { name: 'applied_steps_count', type: 'integer', nullable: 'NO' },
    ]);
    const sql = await readFile(join(folder, '001_first', 'migration.sql'));
    assert.deepEqual(
      await tables.rows(
        `SELECT checksum, applied_steps_count AS steps, finished_at >= started_at AS finished
         FROM house._prisma_migrations`,
      ),
      [{ checksum: createHash('sha256').update(sql).digest('hex'), steps: 1, finished: true }],
    );
  });

  it('affect only the schema of their service', async () => {
    await add('001_first', 'CREATE TABLE step (name text)');
    await run();
    const found = await tables.rows(
      `SELECT table_schema FROM information_schema.tables WHERE table_name = 'step'`,
    );
    assert.deepEqual(found, [{ table_schema: 'house' }]);
  });
});
