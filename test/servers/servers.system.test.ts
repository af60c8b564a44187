import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect as connectNats } from '@nats-io/transport-node';
import { Redis } from 'ioredis';
import pg from 'pg';
import { test } from 'vitest';
import { startNats } from './nats.ts';
import { createDatabase, startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import { sharedServer } from './testServer.ts';

const isOpen = (url: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.on('error', () => resolve(false));
  });

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('databases on one server are independent and can be dropped', async () => {
  const server = await startPostgres();
  try {
    const [one, other] = await Promise.all([createDatabase(server), createDatabase(server)]);
    await query(one.url, 'CREATE EXTENSION btree_gist; CREATE TABLE note (text text)');
    await query(other.url, 'CREATE TABLE note (text text)');
    await Promise.all([one.drop(), other.drop()]);
    await assert.rejects(query(one.url, 'SELECT 1'), /does not exist/);
  } finally {
    await server.stop();
  }
});

test('a killed PostgreSQL restarts on its port with what was committed', async () => {
  const server = await startPostgres({ own: true });
  try {
    await query(server.url, 'CREATE TABLE note (text text)');
    await server.kill();
    assert.equal(await isOpen(server.url), false);
    await server.start();
    assert.deepEqual(await query(server.url, 'SELECT * FROM note'), []);
  } finally {
    await server.stop();
  }
  assert.equal(await isOpen(server.url), false);
});

test('a killed NATS server restarts on its port with its streams', async () => {
  const server = await startNats({ own: true });
  try {
    const before = await connectNats({ servers: server.url, reconnect: false });
    await (await jetstreamManager(before)).streams.add({ name: 'facts', subjects: ['fact'] });
    await jetstream(before).publish('fact', 'kept');
    await server.kill();
    await server.start();
    const after = await connectNats({ servers: server.url });
    const { state } = await (await jetstreamManager(after)).streams.info('facts');
    assert.equal(state.messages, 1);
    await after.close();
  } finally {
    await server.stop();
  }
  assert.equal(await isOpen(server.url), false);
});

test('a frozen Redis responds again once thawed, and a killed one restarts empty', async () => {
  const server = await startRedis({ own: true });
  const redis = new Redis(server.url, { retryStrategy: () => 20 });
  redis.on('error', () => {});
  try {
    await redis.set('key', 'value');
    await server.freeze();
    const answer = redis.get('key');
    assert.equal(await Promise.race([answer, sleep(200, 'nothing')]), 'nothing');
    await server.thaw();
    assert.equal(await answer, 'value');
    await server.kill();
    await server.start();
    assert.equal(await redis.get('key'), null);
  } finally {
    redis.disconnect();
    await server.stop();
  }
});

test('servers end with the process that started them, even when it is killed', async () => {
  const module = (name: string) => JSON.stringify(new URL(`./${name}.ts`, import.meta.url).href);
  const code = `
    import { startNats } from ${module('nats')};
    import { startPostgres } from ${module('postgres')};
    import { startRedis } from ${module('redis')};
    const servers = await Promise.all([startNats({ own: true }), startPostgres({ own: true }), startRedis({ own: true })]);
    console.log(JSON.stringify(servers.map((server) => server.url)));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const urls: string[] = JSON.parse(line);
  assert.deepEqual(await Promise.all(urls.map(isOpen)), [true, true, true]);
  child.kill('SIGKILL');
  const deadline = Date.now() + 5_000;
  while ((await Promise.all(urls.map(isOpen))).includes(true)) {
    assert.ok(Date.now() < deadline, 'they still respond after 5 s');
    await sleep(50);
  }
});

test('a server on another machine is rejected', () => {
  for (const url of ['redis://10.0.0.1:6379', 'redis://redis.example.com', 'redis://[2001:db8::1]:6379']) {
    process.env.TEST_OTHER_URL = url;
    assert.throws(() => sharedServer('TEST_OTHER_URL'), /only talk to this machine/);
  }
  for (const url of ['redis://127.0.0.1:6379', 'redis://localhost:6379', 'redis://[::1]:6379']) {
    process.env.TEST_OTHER_URL = url;
    assert.equal(sharedServer('TEST_OTHER_URL')?.url, url);
  }
});

test('no port is claimed twice, within one process or by several', async () => {
  const code = `
    import { claimPort } from ${JSON.stringify(new URL('./claimPort.ts', import.meta.url).href)};
    const ports = [];
    while (ports.length < 300) ports.push(await claimPort());
    console.log(JSON.stringify(ports));
    process.stdin.resume();`;
  const children = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  try {
    const lines = await Promise.all(
      children.map((child) => once(createInterface({ input: child.stdout }), 'line')),
    );
    const ports = lines.flatMap(([line]): number[] => JSON.parse(line));
    assert.equal(ports.length - new Set(ports).size, 0);
  } finally {
    for (const child of children) child.stdin.end();
  }
});
