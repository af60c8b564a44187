import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertTakesLessThan } from '@venue-booking/kit/testing/testTiming';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { startRedis } from '../../../test/servers/redis.ts';
import type { FreezableServer } from '../../../test/servers/testServer.ts';
import { describeInParallel } from '../../../test/vitest/describeInParallel.ts';
import type { RedisGuard } from '../redis.ts';
import { openTestRedis } from '../testing/testRedis.ts';
import { type RateLimit, redisRateLimit } from './rateLimit.ts';

/** Maximum time that a guest waits while Redis does not respond, in ms. */
const ANSWER_MS = 1500;

const faults = [
  ['killed', (it: FreezableServer) => it.kill(), (it: FreezableServer) => it.start()],
  ['frozen', (it: FreezableServer) => it.freeze(), (it: FreezableServer) => it.thaw()],
] as const;

// Both concurrently, because they mostly wait and each has its own server.
describe('hourly rate limit while Redis does not respond', () => {
  for (const [fault, breakIt, mendIt] of faults)
    describeInParallel(fault, () => {
      let server: FreezableServer;
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
      const openReplica = async (): Promise<{ limit: RateLimit }> => {
        const guard = await openTestRedis([server.url]);
        guards.push(guard);
        return { limit: redisRateLimit(guard) };
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
      const timed = async <T>(work: () => Promise<T>): Promise<T> => {
        const begun = Date.now();
        const result = await work();
        const took = Date.now() - begun;
        await assertTakesLessThan(ANSWER_MS, async () => took);
        return result;
      };

      it(`counts per process and responds in time while Redis is ${fault}`, async () => {
        const [one, other] = [await openReplica(), await openReplica()];
        const address = freshAddress();
        await takeTimes(3, address, one.limit);
        await breakIt(server);
        try {
          assert.equal((await timed(() => one.limit.peek(address))).allowed, true);
          assert.equal(await timed(() => takeTimes(30, address, one.limit)), 20);
          assert.equal((await timed(() => one.limit.peek(address))).allowed, false);
          assert.equal(await timed(() => takeTimes(30, address, other.limit)), 20);
          const back = randomUUID();
          const elsewhere = freshAddress();
          await timed(() => one.limit.count(elsewhere, back));
          await timed(() => one.limit.release(elsewhere, back));
          assert.equal((await one.limit.peek(elsewhere)).remaining, 20);
        } finally {
          await mendIt(server);
        }
      });

      it(`counts across all replicas again after Redis was ${fault}`, async () => {
        const [one, other] = [await openReplica(), await openReplica()];
        await breakIt(server);
        await Promise.all([one, other].map(({ limit }) => timed(() => take(limit, freshAddress()))));
        await mendIt(server);
        const end = Date.now() + 15_000;
        const agree = async () => {
          const address = freshAddress();
          await takeTimes(2, address, one.limit, other.limit);
          return (await one.limit.peek(address)).remaining === 18;
        };
        while (!(await agree())) {
          assert.ok(Date.now() < end, 'within 15 s');
          await sleep(200);
        }
        assert.equal(await takeTimes(100, freshAddress(), one.limit, other.limit), 20);
      });
    });
});
