import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../services/one-process/postgres/embeddedPostgres.ts';
import { claimPort } from './claimPort.ts';
import { makeDataFolder } from './dataFolder.ts';
import { endWithTests } from './endWithTests.ts';
import { type OwnServer, sharedServer, type TestServer } from './testServer.ts';

const log = { info() {}, warn() {} };

/** A PostgreSQL server with `btree_gist`. A test that breaks it asks for its own. */
export function startPostgres(options: { own: true }): Promise<OwnServer>;
export function startPostgres(options?: { own?: boolean }): Promise<TestServer>;
export async function startPostgres({ own = false } = {}): Promise<TestServer> {
  const shared = own ? undefined : sharedServer('TEST_DATABASE_URL');
  return shared ?? startOwnPostgres();
}

async function startOwnPostgres(): Promise<OwnServer> {
  const dataDir = await makeDataFolder('postgres');
  const settings: Record<string, string> = {
    // The data is disposable, and killing a process loses nothing that fsync would have saved.
    fsync: 'off',
    // Each copy of a database is a checkpoint, after which every changed page would be logged as a whole.
    full_page_writes: 'off',
    // Its processes would visit each of the many databases.
    autovacuum: 'off',
    max_connections: '300',
    port: String(await claimPort()),
    // Services must not depend on the server's time zone.
    TimeZone: 'Europe/Amsterdam',
  };
  let running: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined;
  let callOff = endWithTests(undefined, 'QUIT', dataDir);

  async function start() {
    if (running) return running.url;
    running = await startEmbeddedPostgres({ dataDir, log, settings });
    callOff();
    callOff = endWithTests(running.pid, 'QUIT', dataDir);
    return running.url;
  }

  async function end(how: 'stop' | 'kill') {
    const ending = running;
    running = undefined;
    callOff();
    if (how === 'kill' && ending) process.kill(ending.pid, 'SIGKILL');
    // Also waits for the process to end, and releases its folder.
    await ending?.stop();
  }

  const url = await start().catch(async (error) => {
    callOff();
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  return {
    url,
    start: async () => void (await start()),
    kill: () => end('kill'),
    async stop() {
      await end('stop');
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** A database for one test. `drop` also ends the connections to it. */
export type OwnDatabase = { url: string; drop(): Promise<void> };

/** Creates a database on a server: empty, or a copy of one that has no connections. */
export async function createDatabase(server: { url: string }, template = 'template1'): Promise<OwnDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copying files takes a seventh of the time of copying pages through the log.
  await execute(server.url, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  return { url, drop: () => execute(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => {});
  }
}
