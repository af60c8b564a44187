import assert from 'node:assert/strict';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { claimPort } from '../servers/claimPort.ts';
import { startNats } from '../servers/nats.ts';
import { createDatabase, startPostgres } from '../servers/postgres.ts';
import { startRedis } from '../servers/redis.ts';
import { startSmtp } from '../servers/smtp.ts';
import type { OwnServer } from '../servers/testServer.ts';
import { call, eventually } from '../stack/api.ts';
import { runProcess, type ServiceProcess } from '../stack/serviceProcess.ts';
import { SERVICES, type ServiceName } from '../stack/stack.ts';

const KEY = Buffer.alloc(32, 7).toString('base64url');
const REFUSED = /nothing listens on that port \(ECONNREFUSED\)/;

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** The messages that a process logged at `warn` or above, without the data of the log line. */
const warnings = (service: ServiceProcess): string[] =>
  service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level >= 40)
    .map(({ msg, err }) => (err ? `${msg}: ${err.message}` : msg));

describe('services at their start', () => {
  let nats: OwnServer;
  let postgres: OwnServer;
  let redis: OwnServer;
  let settings: Record<string, string>;
  let closing: (() => Promise<void>)[] = [];
  let running: ServiceProcess[] = [];
  beforeAll(async () => {
    nats = await startNats({ own: true });
    postgres = await startPostgres({ own: true });
    redis = await startRedis({ own: true });
    const smtp = await startSmtp();
    const database = await createDatabase(postgres);
    closing = [() => nats.stop(), () => postgres.stop(), () => redis.stop(), () => smtp.stop()];
    settings = {
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      REDIS_URLS: redis.url,
      SMTP_URL: smtp.url,
      PUBLIC_URL: 'http://localhost:1',
      OPERATOR_TOKEN: 'x'.repeat(32),
      SIGNING_KEYS: `k:${KEY}`,
      SECRETS_KEY: `s:${KEY}`,
    };
  });
  afterEach(async () => {
    await Promise.all(running.map((service) => service.stop()));
    running = [];
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  /** Starts services, each with a health port. Returns each with a check of its readiness and liveness. */
  const start = async (names: readonly ServiceName[]) => {
    const started = new Map<ServiceName, { process: ServiceProcess; probe(path: string): Promise<number> }>();
    for (const name of names) {
      const [port, health] = [await claimPort(), await claimPort()];
      const own = { PORT: String(port), HEALTH_PORT: String(health) };
      const process = runProcess(name, `services/${name}/main.ts`, { ...settings, ...own });
      running.push(process);
      const probe = async (path: string) =>
        (await call(`http://127.0.0.1:${health}${path}`).catch(() => null))?.status ?? 0;
      started.set(name, { process, probe });
    }
    return started;
  };
  type Started = Awaited<ReturnType<typeof start>>;
  const probeAll = async (started: Started, path: string, status: number) => {
    for (const [name, { probe, process }] of started)
      await eventually(`${name} ${path} ${status}`, async () => (await probe(path)) === status).catch(
        (error: Error) => assert.fail(`${error.message}\n${process.output()}`),
      );
  };
  /** Asserts that each service is alive, not ready, and has logged one line that matches. */
  const assertWaits = async (started: Started, line: RegExp) => {
    await probeAll(started, '/livez', 200);
    for (const [name, { process, probe }] of started) {
      await eventually(`${name} says why it waits`, () => warnings(process).length > 0);
      assert.equal(await probe('/readyz'), 503);
    }
    for (const { process } of started.values()) {
      const [said = '', ...more] = warnings(process);
      assert.match(said, line);
      assert.match(said, REFUSED);
      assert.deepEqual(more, []);
      assert.doesNotMatch(process.output(), /\n +at |"stack"/);
    }
  };

  it('wait for NATS with one line each, and are ready once it runs', async () => {
    await nats.kill();
    const started = await start(SERVICES);
    await assertWaits(started, /^NATS_URL: no connection to NATS at .*; waiting for it$/);
    await nats.start();
    await probeAll(started, '/readyz', 200);
  });

  it('wait for PostgreSQL with one line each, and are ready once it runs', async () => {
    await postgres.kill();
    const started = await start(['catalog', 'availability', 'booking', 'payment']);
    await assertWaits(started, /^DATABASE_URL: no connection to the database .*; waiting for it$/);
    await postgres.start();
    await probeAll(started, '/readyz', 200);
  });

  it('end at once on SIGTERM while they wait', async () => {
    await nats.kill();
    const started = await start(SERVICES);
    await assertWaits(started, /^NATS_URL/);
    for (const { process } of started.values()) {
      assert.equal(await process.stop(), 0);
      assert.doesNotMatch(process.output(), /Abort|Not stopped/);
    }
    await nats.start();
  });

  it('end with one line when PostgreSQL cannot read its time zones', async () => {
    const url = new URL(settings.DATABASE_URL ?? '');
    const name = url.pathname.slice(1);
    await execute(
      url.href,
      `CREATE SCHEMA shadow; CREATE VIEW shadow.pg_timezone_names AS SELECT 1 WHERE false`,
    );
    await execute(url.href, `ALTER DATABASE ${name} SET search_path = shadow, pg_catalog, public`);
    try {
      const started = await start(['catalog']);
      const { process } = started.get('catalog') ?? assert.fail();
      await eventually('catalog says why it ends', () => /DATABASE_URL/.test(process.output()));
      assert.equal(await process.stop(), 1);
      assert.match(process.output(), /^DATABASE_URL: PostgreSQL cannot read its time zones in .*\n$/);
    } finally {
      await execute(url.href, `ALTER DATABASE ${name} RESET search_path`);
    }
  });

  it('log one line for each service that is away, without a stack', async () => {
    await redis.kill();
    const started = await start(['booking']);
    await probeAll(started, '/readyz', 200);
    const { process } = started.get('booking') ?? assert.fail();
    await eventually('booking reports what is away', () => warnings(process).length >= 3);
    assert.deepEqual(
      warnings(process)
        .map((line) => line.replace(/127\.0\.0\.1:\d+/, 'HOST'))
        .sort(),
      [
        'REDIS_URLS: Redis at HOST is unavailable (nothing listens on that port (ECONNREFUSED)); bookings continue without it',
        'reporting the websites of earlier bookings failed, will try again: catalog.redirects.unsettled: unavailable',
        'sweep failed, will try again: availability.unsettled: unavailable',
      ],
    );
    assert.doesNotMatch(process.output(), /"stack"/);
    await redis.start();
  });
});
