import { setTimeout as sleep } from 'node:timers/promises';
import { ExecutionError, type Lock, Redlock, ResourceLockedError } from '@sesamecare-oss/redlock';
import type { RedisGuard } from '../redis.ts';

/**
 * Keeps replicas from piling up on the ledger's row of a slot. A courtesy: the ledger itself can't be
 * oversold.
 */
export type SlotLock = {
  /**
   * Waits for the slot and answers how to let go of it. After a while, or when Redis is away, it goes on
   * without a lock.
   */
  acquire(slotId: number): Promise<() => Promise<void>>;
};

/** Heals a crash; a lock that runs out meanwhile costs waiting on the row, nothing else. */
const HOLD_MS = 5000;
const WAIT_MS = 2000;
const RETRY_MS = 15;

/**
 * One process needs no lock between replicas: its queue per slot already lets one batch through at a time.
 */
export const noSlotLock: SlotLock = { acquire: async () => async () => {} };

/** A Redlock over all servers of `redis`. */
export function redisSlotLock(redis: RedisGuard): SlotLock {
  const redlock = new Redlock(redis.clients, { retryCount: 0 });
  redlock.on('error', () => {}); // each failure reaches the caller as well
  return {
    async acquire(slotId) {
      const waitUntil = Date.now() + WAIT_MS;
      while (Date.now() < waitUntil) {
        const lock = await redis.attempt(() => tryAcquire(redlock, slotId));
        if (lock === null) break;
        if (lock !== 'taken') return () => letGo(lock);
        await sleep(RETRY_MS * (0.5 + Math.random()));
      }
      return async () => {};
    },
  };
}

async function tryAcquire(redlock: Redlock, slotId: number): Promise<Lock | 'taken'> {
  try {
    return await redlock.acquire([`lock:slot:${slotId}`], HOLD_MS);
  } catch (error) {
    if (error instanceof ExecutionError && (await isTaken(error))) return 'taken';
    throw error;
  }
}

async function isTaken({ attempts }: ExecutionError): Promise<boolean> {
  const stats = await attempts.at(-1);
  return [...(stats?.votesAgainst.values() ?? [])].some((vote) => vote instanceof ResourceLockedError);
}

/** Releasing a lock that ran out fails: then it is released already. */
const letGo = (lock: Lock): Promise<void> =>
  lock.release().then(
    () => {},
    () => {},
  );
