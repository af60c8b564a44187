import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { endWithTests } from '../../../test/servers/endWithTests.ts';
import { assertTakesLessThan, timed } from '../../kit/testing/testTiming.ts';
import { startEmbeddedPostgres } from './embeddedPostgres.ts';
import { isRunning, waitUntilGone } from './runningProcess.ts';

const log = { info() {}, warn() {} };
let dataDir: string;
const callOff: (() => void)[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'venue-booking-pg-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));
afterEach(() => {
  for (const one of callOff.splice(0)) one();
});

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A Node process that owns the server and never stops it. */
async function startOwner({ afterwards = 'setInterval(() => {}, 1000)' } = {}) {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embeddedPostgres.ts', import.meta.url).href)};
    const { url, pid } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: { info() {}, warn() {} } });
    console.log(JSON.stringify({ url, pid }));
    ${afterwards};`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const server = JSON.parse(line) as { url: string; pid: number };
  callOff.push(endWithTests(child.pid, 'KILL'), endWithTests(server.pid, 'QUIT', dataDir));
  return { child, ...server };
}

test('the first start creates a database that only this user can access', async () => {
  let begun = 0;
  const server = await startEmbeddedPostgres({ dataDir, log, underWay: () => begun++ });
  // Called twice: when the files are being created, and when the server is starting.
  assert.equal(begun, 2);
  try {
    await query(
      server.url,
      'CREATE EXTENSION btree_gist; CREATE TABLE note (text text); INSERT INTO note VALUES ($$kept$$)',
    );
    assert.deepEqual(await query(server.url, 'SHOW fsync'), [{ fsync: 'on' }]);
    // The stored password: SCRAM with one iteration.
    const kept = `SELECT split_part(rolpassword, ':', 1) AS as FROM pg_authid WHERE rolname = 'postgres'`;
    assert.deepEqual(await query(server.url, kept), [{ as: 'SCRAM-SHA-256$1' }]);
    assert.equal((await stat(path.join(dataDir, 'postgres.password'))).mode & 0o777, 0o600);
    const wrong = Object.assign(new URL(server.url), { password: 'guess' }).href;
    await assert.rejects(query(wrong, 'SELECT 1'), /password authentication failed/);
    assert.equal(new URL(server.url).hostname, '127.0.0.1');
  } finally {
    await server.stop();
  }
  assert.equal(isRunning(server.pid), false);
});

test('the second start is fast and finds the data of the first one', async () => {
  let server: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined;
  await assertTakesLessThan(2000, async () => {
    await server?.stop();
    return timed(async () => {
      server = await startEmbeddedPostgres({ dataDir, log });
    });
  });
  assert.ok(server);
  try {
    assert.deepEqual(await query(server.url, 'SELECT text FROM note'), [{ text: 'kept' }]);
  } finally {
    await server.stop();
    await server.stop();
  }
});

test('takes over and then stops a server whose owner was killed', async () => {
  const owner = await startOwner();
  await assert.rejects(
    startEmbeddedPostgres({ dataDir, log }),
    new RegExp(`in use by process ${owner.child.pid}`),
  );

  owner.child.kill('SIGKILL');
  await once(owner.child, 'exit');
  assert.deepEqual(await query(owner.url, 'SELECT text FROM note'), [{ text: 'kept' }]);

  const server = await startEmbeddedPostgres({ dataDir, log });
  assert.equal(server.pid, owner.pid);
  assert.equal(server.url, owner.url);
  await server.stop();
  assert.equal(isRunning(owner.pid), false);
});

test('a server shuts down when its owner ends without stopping it', async () => {
  const owner = await startOwner({ afterwards: 'process.exit(1)' });
  assert.ok(await waitUntilGone(owner.pid, 30_000));
  assert.match(await readFile(path.join(dataDir, 'postgres.log'), 'utf8'), /database system is shut down\n$/);
});

test('recovers the data after both were killed', async () => {
  const owner = await startOwner();
  await query(owner.url, 'INSERT INTO note VALUES ($$last$$)');
  owner.child.kill('SIGKILL');
  process.kill(owner.pid, 'SIGKILL');
  await once(owner.child, 'exit');

  const server = await startEmbeddedPostgres({ dataDir, log });
  try {
    assert.deepEqual(await query(server.url, 'SELECT text FROM note'), [{ text: 'kept' }, { text: 'last' }]);
  } finally {
    await server.stop();
  }
});

test('reports why a server cannot start', async () => {
  const start = startEmbeddedPostgres({ dataDir, log, settings: { shared_buffers: 'plenty' } });
  await assert.rejects(start, /did not start.*\n.*[\s\S]*invalid value for parameter "shared_buffers"/);
  // The failed start releases the folder.
  await (await startEmbeddedPostgres({ dataDir, log })).stop();
  assert.match(await readFile(path.join(dataDir, 'postgres.log'), 'utf8'), /database system is shut down/);
});
