import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@venue-booking/kit/testing/testMessaging';
import { assertTakesLessThan } from '@venue-booking/kit/testing/testTiming';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { startRedis } from '../../../test/servers/redis.ts';
import type { FreezableServer } from '../../../test/servers/testServer.ts';
import { describeInParallel } from '../../../test/vitest/describeInParallel.ts';
import type { RedisGuard } from '../redis.ts';
import { openTestRedis } from '../testing/testRedis.ts';
import { redisSlotLock, type SlotLock } from './slotLock.ts';

/** Maximum time that a booking waits for a lock, in ms. */
const ANSWER_MS = 3000;

const faults = [
  ['killed', (it: FreezableServer) => it.kill(), (it: FreezableServer) => it.start()],
  ['frozen', (it: FreezableServer) => it.freeze(), (it: FreezableServer) => it.thaw()],
] as const;

/** Redis servers for the surrounding tests, and helpers for a lock on them. */
function lockOver(count: number) {
  const servers: FreezableServer[] = [];
  let guards: RedisGuard[] = [];
  let slotId = 0;
  beforeAll(async () => {
    servers.push(...(await Promise.all(Array.from({ length: count }, () => startRedis({ own: true })))));
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));
  afterEach(() => {
    for (const guard of guards) guard.close();
    guards = [];
  });

  const openReplica = async () => {
    const guard = await openTestRedis(servers.map(({ url }) => url));
    guards.push(guard);
    return { lock: redisSlotLock(guard), clients: guard.clients };
  };
  /** A slot that no other test locks. */
  const freshSlot = () => {
    slotId += 1;
    return slotId;
  };
  /** Acquires the lock and returns how long that took. */
  const acquire = async (lock: SlotLock, slot: number) => {
    const begun = Date.now();
    const hold = await lock(slot);
    const took = Date.now() - begun;
    await assertTakesLessThan(ANSWER_MS, async () => took);
    return { ...hold, took };
  };
  /** Whether the lock exists, so that the last `acquire` did not skip it. */
  const isHeld = async (slot: number, { clients }: Pick<RedisGuard, 'clients'>) =>
    (await Promise.all(clients.map((client) => client.exists(`lock:slot:${slot}`)))).every(Boolean);
  /** The maximum number of concurrent holders while both replicas take turns. */
  const mostInside = async (locks: SlotLock[], slot: number) => {
    let inside = 0;
    let most = 0;
    const turn = async (lock: SlotLock | undefined) => {
      const hold = await lock?.(slot);
      inside += 1;
      most = Math.max(most, inside);
      await sleep(3);
      inside -= 1;
      await hold?.release();
    };
    await Promise.all(Array.from({ length: 24 }, (_, index) => turn(locks[index % locks.length])));
    return most;
  };
  return { servers, openReplica, freshSlot, acquire, isHeld, mostInside };
}

// All concurrently, because they mostly wait. Tests that break servers use their own.
describe('slot lock', () => {
  for (const count of [1, 3]) {
    describeInParallel(`with ${count} Redis`, () => {
      const { openReplica, freshSlot, acquire, isHeld, mostInside } = lockOver(count);

      it('has one holder at a time across two replicas', async () => {
        const [one, other] = [await openReplica(), await openReplica()];
        assert.equal(await mostInside([one.lock, other.lock], freshSlot()), 1);
      });

      it('makes others wait until its release, and no longer', async () => {
        const [one, other] = [await openReplica(), await openReplica()];
        const slot = freshSlot();
        const first = await acquire(one.lock, slot);
        const waiting = acquire(other.lock, slot);
        await sleep(200);
        await first.release();
        const { took, release } = await waiting;
        assert.ok(took >= 190, `it took ${took} ms`);
        assert.ok(await isHeld(slot, other));
        await release();
      });

      it('goes to a waiting replica although another requests it again and again', async () => {
        const [one, other] = [await openReplica(), await openReplica()];
        const slot = freshSlot();
        let turns = 0;
        let isIn = false;
        const eager = async () => {
          for (; turns < 50 && !isIn; turns++) {
            const hold = await one.lock(slot);
            await sleep(30);
            hold.releaseIfAwaited();
            await sleep(30);
            await hold.release();
          }
        };
        const begun = eager();
        await until(() => turns > 0);
        const before = turns;
        const { release } = await acquire(other.lock, slot);
        isIn = true;
        const between = turns - before;
        await Promise.all([release(), begun]);
        assert.ok(between < 5, `${between} turns`);
      });

      it('is passed on when offered while another replica waits, and is released once', async () => {
        const [one, other] = [await openReplica(), await openReplica()];
        const slot = freshSlot();
        const first = await acquire(one.lock, slot);
        first.releaseIfAwaited();
        const waiting = acquire(other.lock, slot);
        assert.equal(
          await Promise.race([waiting, sleep(200)]),
          undefined,
          'no replica waited when it was offered',
        );
        let isPassedOn = false;
        void waiting.then(() => {
          isPassedOn = true;
        });
        // The key of a waiting replica expires after a moment.
        await until(() => {
          first.releaseIfAwaited();
          return isPassedOn;
        });
        const second = await waiting;
        assert.ok(await isHeld(slot, other));
        await first.release();
        const third = acquire(one.lock, slot);
        assert.equal(await Promise.race([third, sleep(200)]), undefined, 'the second still holds it');
        await second.release();
        await (await third).release();
      });

      it('does not delay other slots', async () => {
        const [one, other] = [await openReplica(), await openReplica()];
        const first = await acquire(one.lock, freshSlot());
        const slot = freshSlot();
        const second = await acquire(other.lock, slot);
        assert.ok(await isHeld(slot, other));
        await Promise.all([first.release(), second.release()]);
      });

      it('is skipped after a timeout if the holder does not release it', async () => {
        const [one, other] = [await openReplica(), await openReplica()];
        const slot = freshSlot();
        const first = await acquire(one.lock, slot);
        const second = await acquire(other.lock, slot);
        assert.ok(second.took >= 1900, `it took ${second.took} ms`);
        await second.release();
        const third = acquire(other.lock, slot);
        assert.equal(await Promise.race([third, sleep(200)]), undefined, 'the first still holds it');
        await first.release();
        await (await third).release();
      });

      it('can be released after it expired, without releasing the next holder’s lock', async () => {
        const [one, other] = [await openReplica(), await openReplica()];
        const slot = freshSlot();
        const first = await acquire(one.lock, slot);
        for (const client of one.clients) await client.pexpire(`lock:slot:${slot}`, 1);
        await sleep(20);
        const second = await acquire(other.lock, slot);
        await first.release();
        assert.ok(await isHeld(slot, other));
        const third = acquire(one.lock, slot);
        assert.equal(await Promise.race([third, sleep(200)]), undefined, 'the second still holds it');
        await second.release();
        await (await third).release();
      });

      it('expires after its holder crashed', async () => {
        const { lock, clients } = await openReplica();
        const slot = freshSlot();
        await acquire(lock, slot);
        for (const client of clients) {
          const left = await client.pttl(`lock:slot:${slot}`);
          assert.ok(left > 0 && left <= 5000, `${left} ms`);
        }
      });
    });

    for (const [fault, breakIt, mendIt] of faults)
      describeInParallel(`with ${count} Redis, ${fault}`, () => {
        const { servers, openReplica, freshSlot, acquire, mostInside } = lockOver(count);

        it(`is skipped while Redis is ${fault}, also by its holder`, async () => {
          const [one, other] = [await openReplica(), await openReplica()];
          const slot = freshSlot();
          const held = await acquire(one.lock, slot);
          await Promise.all(servers.map(breakIt));
          try {
            const [second, third] = await Promise.all([
              acquire(other.lock, slot),
              acquire(one.lock, freshSlot()),
            ]);
            await Promise.all([held, second, third].map(({ release }) => release()));
            // Redis is not called now: even a command that fails would take half a second.
            await assertTakesLessThan(500, async () => {
              const again = await acquire(other.lock, slot);
              await again.release();
              return again.took;
            });
          } finally {
            await Promise.all(servers.map(mendIt));
          }
        });

        it(`excludes others again once Redis is back from being ${fault}`, async () => {
          const [one, other] = [await openReplica(), await openReplica()];
          await Promise.all(servers.map(breakIt));
          await Promise.all(
            [one, other].map(async ({ lock }) => (await acquire(lock, freshSlot())).release()),
          );
          await Promise.all(servers.map(mendIt));
          const end = Date.now() + 15_000;
          while ((await mostInside([one.lock, other.lock], freshSlot())) > 1) {
            assert.ok(Date.now() < end, 'within 15 s');
            await sleep(200);
          }
        });

        if (count < 3) return;
        it(`still excludes others while one Redis of three is ${fault}`, async () => {
          const [one, other] = [await openReplica(), await openReplica()];
          const [first] = servers;
          if (first) await breakIt(first);
          try {
            const slot = freshSlot();
            const held = await acquire(one.lock, slot);
            const waiting = acquire(other.lock, slot);
            assert.equal(await Promise.race([waiting, sleep(400)]), undefined, 'it waits for the holder');
            await held.release();
            await (await waiting).release();
          } finally {
            if (first) await mendIt(first);
          }
        });
      });
  }
});
