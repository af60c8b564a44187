import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { startRedis } from '../../../test/servers/redis.ts';
import type { TestServer } from '../../../test/servers/testServer.ts';
import type { RedisGuard } from '../redis.ts';
import { openTestRedis } from '../testing/testRedis.ts';
import { type RateLimit, redisRateLimit } from './rateLimit.ts';

const HOUR = 3600_000;

describe('hourly rate limit in Redis', () => {
  let server: TestServer;
  let guards: RedisGuard[] = [];
  let lastAddress = 0;
  beforeAll(async () => {
    server = await startRedis({ own: true });
  });
  afterAll(() => server.stop());
  afterEach(() => {
    for (const guard of guards) guard.close();
    guards = [];
  });

  /** The rate limit of one replica. */
  const openReplica = async (): Promise<{ limit: RateLimit; guard: RedisGuard }> => {
    const guard = await openTestRedis([server.url]);
    guards.push(guard);
    return { limit: redisRateLimit(guard), guard };
  };
  /** A client address that no other test uses. */
  const freshAddress = () => {
    lastAddress += 1;
    return `192.0.2.${lastAddress}`;
  };
  const take = (limit: RateLimit, address: string) => limit.count(address, randomUUID());
  const takeTimes = async (count: number, address: string, ...limits: RateLimit[]) => {
    const takes = Array.from({ length: count }, (_, index) => limits[index % limits.length]);
    const quotas = await Promise.all(takes.flatMap((limit) => (limit ? [take(limit, address)] : [])));
    return quotas.filter(({ allowed }) => allowed).length;
  };
  it('allows exactly 20 of 100 concurrent bookings across two replicas', async () => {
    const [one, other] = [await openReplica(), await openReplica()];
    const address = freshAddress();
    assert.equal(await takeTimes(100, address, one.limit, other.limit), 20);
    const { allowed, remaining } = await other.limit.peek(address);
    assert.deepEqual({ allowed, remaining }, { allowed: false, remaining: 0 });
  });

  it('counts down, and reports when the oldest booking no longer counts', async () => {
    const [one, other] = [await openReplica(), await openReplica()];
    const address = freshAddress();
    const remaining: number[] = [];
    for (let count = 0; count < 20; count++)
      remaining.push((await take(count % 2 ? one.limit : other.limit, address)).remaining);
    assert.deepEqual(
      remaining,
      Array.from({ length: 20 }, (_, index) => 19 - index),
    );
    const refused = await take(one.limit, address);
    assert.equal(refused.allowed, false);
    assert.ok(
      refused.retryAfterMs > HOUR - 30_000 && refused.retryAfterMs <= HOUR,
      `${refused.retryAfterMs} ms`,
    );
  });

  it('deletes expired counts and keeps the others', async () => {
    const { limit, guard } = await openReplica();
    const address = freshAddress();
    const key = `limit:bookings:${address}`;
    const old = Array.from({ length: 20 }, (_, index) => [Date.now() - HOUR - 1000 - index, `old ${index}`]);
    await guard.clients[0]?.zadd(key, Date.now() - HOUR / 2, 'recent', ...old.flat());
    assert.equal((await limit.peek(address)).remaining, 19);
    const { remaining, retryAfterMs } = await take(limit, address);
    assert.equal(remaining, 18);
    assert.ok(retryAfterMs > HOUR / 2 - 30_000 && retryAfterMs <= HOUR / 2, `${retryAfterMs} ms`);
    assert.equal(await guard.clients[0]?.zcard(key), 2);
  });

  it('sends three commands to read the state, and two more to count a booking', async () => {
    const { limit, guard } = await openReplica();
    const commandsOf = async (work: () => Promise<unknown>) => {
      const count = async () =>
        Number(/total_commands_processed:(\d+)/.exec((await guard.clients[0]?.info('stats')) ?? '')?.[1]);
      const before = await count();
      await work();
      return (await count()) - before - 1;
    };
    const address = freshAddress();
    // The script, TIME and ZRANGE.
    assert.equal(await commandsOf(() => limit.peek(address)), 3);
    assert.equal(await commandsOf(() => take(limit, address)), 5);
  });

  it('reads the state without counting', async () => {
    const { limit } = await openReplica();
    const address = freshAddress();
    for (let count = 0; count < 30; count++)
      assert.deepEqual(await limit.peek(address), {
        allowed: true,
        limit: 20,
        remaining: 20,
        retryAfterMs: 0,
      });
    assert.equal(await takeTimes(30, address, limit), 20);
  });

  it('does not count a rejected booking or lengthen the wait', async () => {
    const { limit } = await openReplica();
    const address = freshAddress();
    await takeTimes(20, address, limit);
    const before = await limit.peek(address);
    await takeTimes(20, address, limit);
    assert.ok((await limit.peek(address)).retryAfterMs <= before.retryAfterMs);
  });

  it('frees the count of a failed booking once, from any replica', async () => {
    const [one, other] = [await openReplica(), await openReplica()];
    const address = freshAddress();
    const booking = randomUUID();
    await one.limit.count(address, booking);
    await takeTimes(19, address, one.limit);
    await Promise.all([one.limit.release(address, booking), other.limit.release(address, booking)]);
    await other.limit.release(address, randomUUID());
    assert.equal(await takeTimes(5, address, one.limit, other.limit), 1);
  });

  it('counts a booking until it is an hour old', async () => {
    const { limit, guard } = await openReplica();
    const address = freshAddress();
    await takeTimes(20, address, limit);
    const [key = ''] = (await guard.clients[0]?.keys(`*${address}`)) ?? [];
    const [past, recent] = (await guard.clients[0]?.zrange(key, '0', '1')) ?? [];
    await guard.clients[0]?.zadd(
      key,
      String(Date.now() - HOUR - 1000),
      past ?? '',
      String(Date.now() - HOUR + 60_000),
      recent ?? '',
    );
    assert.equal(await takeTimes(5, address, limit), 1);
    const { retryAfterMs } = await limit.peek(address);
    assert.ok(retryAfterMs > 50_000 && retryAfterMs <= 60_000, `${retryAfterMs} ms`);
  });

  it('counts each address separately, and an IPv6 /64 as one', async () => {
    const { limit } = await openReplica();
    const [one, other] = [freshAddress(), freshAddress()];
    assert.equal(await takeTimes(21, one, limit), 20);
    assert.equal(await takeTimes(21, other, limit), 20);
    assert.equal(await takeTimes(15, '2001:db8:1:2::1', limit), 15);
    assert.equal(await takeTimes(15, '2001:db8:1:2:ffff::9', limit), 5);
    assert.equal(await takeTimes(15, '2001:db8:1:3::1', limit), 15);
  });

  it('counts each client of an IPv6 /48 separately, and frees the count of a failed booking', async () => {
    const [one, other] = [await openReplica(), await openReplica()];
    const of48 = (subnet: number) => `2001:db8:48:${subnet}::1`;
    for (let subnet = 0; subnet < 11; subnet++)
      assert.equal(await takeTimes(21, of48(subnet), one.limit, other.limit), 20);
    const [key = ''] = (await one.guard.clients[0]?.keys('*:2001:db8:48:0::/64')) ?? [];
    const [member = ''] = (await one.guard.clients[0]?.zrange(key, '0', '0')) ?? [];
    await one.limit.release(of48(0), member);
    assert.equal(await takeTimes(3, of48(0), other.limit), 1);
  });

  it('sets an expiry of one hour on a client’s key', async () => {
    const { limit, guard } = await openReplica();
    const address = freshAddress();
    await take(limit, address);
    const [key = ''] = (await guard.clients[0]?.keys(`*${address}`)) ?? [];
    const left = (await guard.clients[0]?.pttl(key)) ?? 0;
    assert.ok(left > HOUR - 30_000 && left <= HOUR, `${left} ms`);
  });
});
