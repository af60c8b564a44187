import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createRelay, type Socket } from 'node:net';
import { createLog } from '@venue-booking/kit/logging/log';
import { createServiceMetrics } from '@venue-booking/kit/metrics/metrics';
import { until } from '@venue-booking/kit/testing/testMessaging';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { startRedis } from '../../test/servers/redis.ts';
import type { FreezableServer } from '../../test/servers/testServer.ts';
import { parseMetrics } from '../../test/stack/metrics.ts';
import { bookingMetrics } from './metrics.ts';
import { connectRedis, type RedisGuard } from './redis.ts';

describe('unusable Redis', () => {
  let server: FreezableServer;
  let guard: RedisGuard;
  let lines: string[] = [];
  beforeAll(async () => {
    server = await startRedis({ own: true });
    const client = new Redis(server.url);
    await client.config('SET', 'requirepass', 'right');
    client.disconnect();
  });
  afterAll(() => server.stop());
  afterEach(() => guard.close());

  const open = (...urls: string[]) => {
    lines = [];
    guard = connectRedis(
      urls,
      createLog('booking', 'trace', { write: (line: string) => void lines.push(line) }),
    );
    return guard;
  };
  const withPassword = (password: string) => Object.assign(new URL(server.url), { password }).href;
  const said = () => lines.map((line) => JSON.parse(line).msg);
  const host = () => new URL(server.url).host;

  /** A hundred bookings use it while the client reconnects. */
  const useIt = async () => {
    let connections = 0;
    guard.clients[0]?.on('close', () => {
      connections += 1;
    });
    await until(() => connections >= 3);
    for (let booking = 0; booking < 100; booking++)
      assert.equal(await guard.attempt(async () => guard.clients[0]?.get('x')), null);
  };

  for (const [what, password] of [
    ['a wrong password', 'not-for-a-log'],
    ['no password', ''],
  ] as const)
    it(`is logged in one line without stack or secret for ${what}, however often it is used`, async () => {
      open(withPassword(password));
      await useIt();
      assert.deepEqual(said(), [
        `REDIS_URLS: Redis at ${host()} is unavailable (the server rejects the user or the password); bookings continue without it`,
      ]);
      assert.doesNotMatch(lines.join(), /not-for-a-log|stack/);
      assert.deepEqual(guard.states(), ['refused']);
    });

  it('is logged if nothing or another server listens at the address', async (t) => {
    const other = createServer().listen(0, '127.0.0.1');
    t.onTestFinished(() => void other.close());
    await until(() => other.listening);
    const { port } = other.address() as { port: number };
    open('redis://127.0.0.1:1', 'redis://redis.invalid', `redis://127.0.0.1:${port}`);
    await until(() => new Set(said()).size >= 3);
    const text = said().join('\n');
    assert.match(text, /at 127.0.0.1:1 is unavailable \(nothing listens on that port \(ECONNREFUSED\)\)/);
    assert.match(text, /at redis.invalid is unavailable \(the host was not found \(E\w+\)\)/);
    assert.match(text, /\(the server uses another protocol\)/);
    assert.deepEqual(guard.states(), ['away', 'away', 'away']);
  });

  it('is resolved again after its machine vanished without closing the connection', async (t) => {
    const through: Socket[] = [];
    const relay = createRelay((socket) => {
      const { hostname: host, port } = new URL(server.url);
      const redis = connect(Number(port), host);
      for (const each of [socket, redis]) each.on('error', () => {});
      through.push(redis.pipe(socket).pipe(redis));
    }).listen(0, '127.0.0.1');
    t.onTestFinished(() => {
      relay.close();
      for (const redis of through) redis.destroy();
    });
    await until(() => relay.listening);
    open(`redis://:right@127.0.0.1:${(relay.address() as AddressInfo).port}`);
    const ping = () => guard.attempt(async () => guard.clients[0]?.ping());
    await until(async () => (await ping()) === 'PONG');
    // Neither responds nor closes.
    through[0]?.unpipe();
    assert.equal(await ping(), null);
    await until(async () => (await ping()) === 'PONG');
    assert.equal(through.length, 2);
  });

  it('is counted in a metric until it accepts the credentials', async () => {
    open(withPassword('right'), withPassword('wrong'), 'redis://127.0.0.1:1');
    await until(() => guard.states().join() === 'ready,refused,away');
    const metrics = createServiceMetrics('booking');
    const database = { $queryRawUnsafe: async () => [] } as never;
    bookingMetrics({ metrics, database, log: createLog('booking', 'silent') }).redis(guard.states);
    const page = parseMetrics(await metrics.metrics(), 'booking');
    const servers = (state: string) => page.read('venue_booking_redis_servers', { state });
    assert.deepEqual(['ready', 'refused', 'away'].map(servers), [1, 1, 1]);

    const admin = new Redis(withPassword('right'));
    await admin.config('SET', 'requirepass', 'wrong');
    admin.disconnect();
    await until(() => guard.states()[1] === 'ready');
    assert.equal(await guard.attempt(async () => guard.clients[1]?.ping()), 'PONG');
  });
});
