import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@venue-booking/kit/testing/testMessaging';
import { assertTakesLessThan } from '@venue-booking/kit/testing/testPace';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { startRedis } from '../../../test/servers/redis.ts';
import type { FreezableServer } from '../../../test/servers/testServer.ts';
import { describeInParallel } from '../../../test/vitest/describeInParallel.ts';
import type { RedisGuard } from '../redis.ts';
import { openTestRedis } from '../testing/testRedis.ts';
import { redisSlotLock, type SlotLock } from './slotLock.ts';

/** Longest that a booking waits for a lock that it does not need. */
const ANSWER_MS = 3000;

const faults = [
  ['killed', (it: FreezableServer) => it.kill(), (it: FreezableServer) => it.start()],
  ['frozen', (it: FreezableServer) => it.freeze(), (it: FreezableServer) => it.thaw()],
] as const;

/** Servers of the tests around, and what is done with a lock over them. */
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
  /** A slot that no other test has locked. */
  const freshSlot = () => {
    slotId += 1;
    return slotId;
  };
  /** Acquires, and answers how long that took as well. */
  const acquire = async (lock: SlotLock, slot: number) => {
    const begun = Date.now();
    const hold = await lock(slot);
    const took = Date.now() - begun;
    await assertTakesLessThan(ANSWER_MS, async () => took);
    return { ...hold, took };
  };
  /** Whether somebody has it, so that who acquired it last has not gone on without. */
  const isHeld = async (slot: number, { clients }: Pick<RedisGuard, 'clients'>) =>
    (await Promise.all(clients.map((client) => client.exists(`lock:slot:${slot}`)))).every(Boolean);
  /** How many were inside at most, while many of both replicas take turns. */
  const mostInside = async (locks: SlotLock[], slot: number) => {
    let inside = 0;
    let most = 0;
    const turn = async (lock: SlotLock | undefined) => {
      const hold = await lock?.(slot);
      inside += 1;
      most = Math.max(most, inside);
      await sleep(3);
      inside -= 1;
      await hold?.letGo();
    };
    await Promise.all(Array.from({ length: 24 }, (_, index) => turn(locks[index % locks.length])));
    return most;
  };
  return { servers, openReplica, freshSlot, acquire, isHeld, mostInside };
}

// All at once, as each of them mostly waits; what breaks its servers has some of its own.
describe('the lock of a slot', () => {
  for (const count of [1, 3]) {
    describeInParallel(`over ${count} Redis`, () => {
      const { openReplica, freshSlot, acquire, isHeld, mostInside } = lockOver(count);

      it('lets one in at a time, over two replicas', async () => {
        const [one, other] = [await openReplica(), await openReplica()];
        assert.equal(await mostInside([one.lock, other.lock], freshSlot()), 1);
      });

      it('makes others wait until it is let go, and no longer', async () => {
        const [one, other] = [await openReplica(), await openReplica()];
        const slot = freshSlot();
        const first = await acquire(one.lock, slot);
        const waiting = acquire(other.lock, slot);
        await sleep(200);
        await first.letGo();
        const { took, letGo } = await waiting;
        assert.ok(took >= 190, `it took ${took} ms`);
        assert.ok(await isHeld(slot, other));
        await letGo();
      });

      it('lets a replica in that waits, however many turns another wants', async () => {
        const [one, other] = [await openReplica(), await openReplica()];
        const slot = freshSlot();
        let turns = 0;
        let isIn = false;
        const eager = async () => {
          for (; turns < 50 && !isIn; turns++) {
            const hold = await one.lock(slot);
            await sleep(30);
            hold.offer();
            await sleep(30);
            await hold.letGo();
          }
        };
        const begun = eager();
        await until(() => turns > 0);
        const before = turns;
        const { letGo } = await acquire(other.lock, slot);
        isIn = true;
        const between = turns - before;
        await Promise.all([letGo(), begun]);
        assert.ok(between < 5, `${between} turns`);
      });

      it('is passed on when it is offered and another waits, and let go of once', async () => {
        const [one, other] = [await openReplica(), await openReplica()];
        const slot = freshSlot();
        const first = await acquire(one.lock, slot);
        first.offer();
        const waiting = acquire(other.lock, slot);
        assert.equal(
          await Promise.race([waiting, sleep(200)]),
          undefined,
          'nobody waited when it was offered',
        );
        let isPassedOn = false;
        void waiting.then(() => {
          isPassedOn = true;
        });
        // What says that another waits lasts for a moment.
        await until(() => {
          first.offer();
          return isPassedOn;
        });
        const second = await waiting;
        assert.ok(await isHeld(slot, other));
        await first.letGo();
        const third = acquire(one.lock, slot);
        assert.equal(await Promise.race([third, sleep(200)]), undefined, 'the second still holds it');
        await second.letGo();
        await (await third).letGo();
      });

      it('keeps no other slot waiting', async () => {
        const [one, other] = [await openReplica(), await openReplica()];
        const first = await acquire(one.lock, freshSlot());
        const slot = freshSlot();
        const second = await acquire(other.lock, slot);
        assert.ok(await isHeld(slot, other));
        await Promise.all([first.letGo(), second.letGo()]);
      });

      it('goes on without the lock when the holder does not let go for long', async () => {
        const [one, other] = [await openReplica(), await openReplica()];
        const slot = freshSlot();
        const first = await acquire(one.lock, slot);
        const second = await acquire(other.lock, slot);
        assert.ok(second.took >= 1900, `it took ${second.took} ms`);
        await second.letGo();
        const third = acquire(other.lock, slot);
        assert.equal(await Promise.race([third, sleep(200)]), undefined, 'the first still holds it');
        await first.letGo();
        await (await third).letGo();
      });

      it('can be let go of after it has run out, and then takes nothing from its next holder', async () => {
        const [one, other] = [await openReplica(), await openReplica()];
        const slot = freshSlot();
        const first = await acquire(one.lock, slot);
        for (const client of one.clients) await client.pexpire(`lock:slot:${slot}`, 1);
        await sleep(20);
        const second = await acquire(other.lock, slot);
        await first.letGo();
        assert.ok(await isHeld(slot, other));
        const third = acquire(one.lock, slot);
        assert.equal(await Promise.race([third, sleep(200)]), undefined, 'the second still holds it');
        await second.letGo();
        await (await third).letGo();
      });

      it('runs out by itself when its holder has crashed', async () => {
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
      describeInParallel(`over ${count} Redis, ${fault}`, () => {
        const { servers, openReplica, freshSlot, acquire, mostInside } = lockOver(count);

        it(`lets bookings go on without it while Redis is ${fault}, also for who holds it`, async () => {
          const [one, other] = [await openReplica(), await openReplica()];
          const slot = freshSlot();
          const held = await acquire(one.lock, slot);
          await Promise.all(servers.map(breakIt));
          try {
            const [second, third] = await Promise.all([
              acquire(other.lock, slot),
              acquire(one.lock, freshSlot()),
            ]);
            await Promise.all([held, second, third].map(({ letGo }) => letGo()));
            // Redis is left alone by now: not even a command that fails is waited for, which takes half a
            // second.
            await assertTakesLessThan(500, async () => {
              const again = await acquire(other.lock, slot);
              await again.letGo();
              return again.took;
            });
          } finally {
            await Promise.all(servers.map(mendIt));
          }
        });

        it(`excludes again once Redis is back from being ${fault}`, async () => {
          const [one, other] = [await openReplica(), await openReplica()];
          await Promise.all(servers.map(breakIt));
          await Promise.all([one, other].map(async ({ lock }) => (await acquire(lock, freshSlot())).letGo()));
          await Promise.all(servers.map(mendIt));
          const end = Date.now() + 15_000;
          while ((await mostInside([one.lock, other.lock], freshSlot())) > 1) {
            assert.ok(Date.now() < end, 'within 15 s');
            await sleep(200);
          }
        });

        if (count < 3) return;
        it(`still excludes while one Redis of three is ${fault}`, async () => {
          const [one, other] = [await openReplica(), await openReplica()];
          const [first] = servers;
          if (first) await breakIt(first);
          try {
            const slot = freshSlot();
            const held = await acquire(one.lock, slot);
            const waiting = acquire(other.lock, slot);
            assert.equal(await Promise.race([waiting, sleep(400)]), undefined, 'it waits for the holder');
            await held.letGo();
            await (await waiting).letGo();
          } finally {
            if (first) await mendIt(first);
          }
        });
      });
  }
});
