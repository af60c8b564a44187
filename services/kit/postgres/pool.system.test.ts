import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startPgBouncer } from '../../../test/servers/pgbouncer.ts';
import type { TestServer } from '../../../test/servers/testServer.ts';
import { isTransientError } from '../errors/transientError.ts';
import { databaseOn, openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { checkSession, openPool } from './pool.ts';

const LOCK_NOT_AVAILABLE = '55P03';
/** Enough for a statement on a slow machine. */
const SILENCE_MS = 1500;
const isSilence = (error: Error) => error.message === 'PostgreSQL did not respond' && isTransientError(error);

describe('the sessions of a service', () => {
  let tables: TestDatabase;
  let pooler: TestServer;
  const pools: pg.Pool[] = [];
  beforeAll(async () => {
    tables = await openTestDatabase([]);
    await tables.pool.query('CREATE TABLE place (id integer)');
    // Server connections with a short lifetime, so that new ones get the role's changed settings.
    pooler = await startPgBouncer(tables.url, { default_pool_size: 1, server_lifetime: 0 });
  });
  afterAll(async () => {
    for (const pool of pools) await pool.end();
    await pooler.stop();
    await tables.close();
  });

  const open = (...of: Parameters<typeof openPool>) => {
    const pool = openPool(...of);
    pools.push(pool);
    return pool;
  };
  const shared = () => `${pooler.url}?pgbouncer=true`;
  const check = async (url: string) => {
    const pool = openPool(url);
    await checkSession(databaseOn(pool)).finally(() => pool.end());
  };
  const role = () => `ALTER ROLE CURRENT_USER IN DATABASE ${new URL(tables.url).pathname.slice(1)} SET`;
  const setRole = async (statement: string, lock: string) => {
    await tables.pool.query(
      `${role()} statement_timeout = '${statement}'; ${role()} lock_timeout = '${lock}'`,
    );
  };
  /** Waits for a table that another session has locked. Returns the error's code. */
  const waitForTable = async (pool: pg.Pool) => {
    const other = await tables.pool.connect();
    try {
      await other.query('BEGIN; LOCK TABLE place IN ACCESS EXCLUSIVE MODE');
      return await pool.query('SELECT FROM place').then(
        () => assert.fail('it got the table'),
        ({ code, message }: pg.DatabaseError) => code ?? message,
      );
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
  };

  it('have timeouts on direct connections, whatever the URL says', async () => {
    const limits = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`;
    for (const url of [tables.url, `${tables.url}?statement_timeout=30000&lock_timeout=0`]) {
      await check(url);
      assert.deepEqual((await open(url).query(limits)).rows, [{ statement: '8s', lock: '5s' }]);
    }
  });

  it('use indexes and no JIT on direct connections', async () => {
    await tables.pool.query(`${role()} jit = on`);
    const settings = `SELECT current_setting('enable_seqscan') AS seqscan, current_setting('jit') AS jit`;
    const read = async (url: string) => (await open(url).query(settings)).rows[0];
    assert.deepEqual(await read(tables.url), { seqscan: 'off', jit: 'off' });
    const unchanged = 'a shared connection keeps its settings';
    assert.deepEqual(await read(shared()), { seqscan: 'on', jit: 'on' }, unchanged);
  });

  it('report at start that the server is PgBouncer if the URL does not say so', async () => {
    await assert.rejects(check(pooler.url), {
      name: 'EnvError',
      message: 'DATABASE_URL: this server is PgBouncer. Add ?pgbouncer=true to the URL',
    });
  });

  it('get their timeouts from the role behind PgBouncer; without them the service does not start', async () => {
    await assert.rejects(check(shared()), {
      name: 'EnvError',
      message:
        /^DATABASE_URL: .*ALTER ROLE "\w+" IN DATABASE "\w+" SET lock_timeout = '5000ms'; ALTER ROLE "\w+" IN DATABASE "\w+" SET statement_timeout = '8000ms'[.] Then/,
    });
    await setRole('8s', '1h');
    await assert.rejects(check(shared()), /lock_timeout/);
    await setRole('8s', '200ms');
    await check(shared());
  });

  it('get their timeouts from the role if PgBouncer ignores the client’s', async () => {
    const dropping = await startPgBouncer(tables.url, {
      ignore_startup_parameters: 'statement_timeout, lock_timeout',
    });
    try {
      await setRole('0', '200ms');
      await assert.rejects(check(dropping.url), /SET statement_timeout = '8000ms'[.] Then/);
    } finally {
      await dropping.stop();
    }
  });

  it('time out waiting for a lock behind PgBouncer', async () => {
    await setRole('8s', '200ms');
    assert.equal(await waitForTable(open(shared())), LOCK_NOT_AVAILABLE);
  });

  it('time out waiting for a connection of PgBouncer', async () => {
    const [busy, waiting] = [await open(shared()).connect(), open(shared(), { silenceMs: SILENCE_MS })];
    try {
      await busy.query('BEGIN');
      await assert.rejects(waiting.query('SELECT 1'), isSilence);
    } finally {
      await busy.query('ROLLBACK');
      busy.release();
    }
    assert.equal((await waiting.query('SELECT 1')).rowCount, 1);
  });

  it('time out when the server is silent, also in a transaction, but not when idle', async () => {
    const pool = open(tables.url, { silenceMs: SILENCE_MS, max: 1 });
    const pid = async () => (await pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
    const before = await pid();
    await sleep(1.5 * SILENCE_MS);
    assert.equal(await pid(), before, 'an idle connection is kept');
    await assert.rejects(pool.query('SELECT pg_sleep(7)'), isSilence);
    const client = await pool.connect();
    client.on('error', () => {});
    await client.query('BEGIN');
    await assert.rejects(client.query('SELECT pg_sleep(7)'), isSilence);
    client.release(true);
    assert.notEqual(await pid(), before);
  });

  it('run in UTC whatever the zone of server, database, role or URL, also behind PgBouncer', async () => {
    await setRole('8s', '200ms');
    const { pathname } = new URL(tables.url);
    await tables.pool.query(`ALTER DATABASE ${pathname.slice(1)} SET TimeZone = 'Asia/Kathmandu'`);
    for (const zone of ['DEFAULT', `'America/St_Johns'`]) {
      await tables.pool.query(`${role()} TimeZone = ${zone}`);
      const asking = `${tables.url}?options=${encodeURIComponent('-c TimeZone=Asia/Tokyo')}`;
      for (const url of [tables.url, asking, shared()]) {
        await check(url);
        assert.equal((await open(url).query('SHOW TimeZone')).rows[0].TimeZone, 'UTC', url);
      }
    }
  });

  it('get UTC from the role if a pooler drops it; in another zone the service does not start', async () => {
    await tables.pool.query(`${role()} TimeZone = 'Europe/London'`);
    // Like a pooler that ignores its clients' settings.
    const start = async () => {
      const pool = openPool(tables.url, { Client: pg.Client });
      await checkSession(databaseOn(pool)).finally(() => pool.end());
    };
    await assert.rejects(start(), {
      name: 'EnvError',
      message:
        /^DATABASE_URL: [^\n]*: ALTER ROLE "\w+" IN DATABASE "\w+" SET TimeZone = 'UTC'[.] Then[^\n]*$/,
    });
    await tables.pool.query(`${role()} TimeZone = 'Etc/UTC'`);
    await start();
  });
});
