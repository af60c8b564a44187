import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExecutionError, type Lock, Redlock, ResourceLockedError } from '@sesamecare-oss/redlock';
import type { RedisGuard } from '../redis.ts';

/**
 * Locks a slot, so that replicas do not queue up on the ledger's row. An optimization: the ledger alone
 * prevents overselling. After a timeout, or while Redis is unavailable, it resolves without a lock.
 */
export type SlotLock = (slotId: number) => Promise<SlotLease>;

export type SlotLease = {
  /** The ledger call is finished: a waiting replica may take the lock now. */
  releaseIfAwaited(): void;
  /** Releases the lock, and gives a waiting replica time to take it. */
  release(): Promise<void>;
};

/** TTL of a lock, for crashes. If it expires during a batch, another replica waits on the row instead. */
const LEASE_MS = 5000;
const WAIT_MS = 2000;
const RETRY_MS = 15;
/** Pause for a waiting replica, long enough for its next attempt. */
const YIELD_MS = 2 * RETRY_MS;

/** A single process needs no lock: its queue already runs one batch per slot at a time. */
export const noSlotLock: SlotLock = async () => NO_LEASE;
const NO_LEASE: SlotLease = { releaseIfAwaited() {}, async release() {} };

/**
 * A Redlock over all servers of `redis`. A waiting replica sets a key on the first server. The holder then
 * releases the lock early and pauses. Without the pause, its next batch would take the lock before the other
 * replica's next attempt, and one replica would keep a hot slot.
 */
export function redisSlotLock(redis: RedisGuard): SlotLock {
  const redlock = new Redlock(redis.clients, { retryCount: 0 });
  redlock.on('error', () => {}); // each error also reaches the caller
  const me = randomUUID();
  const [first] = redis.clients;
  const waitingKey = (slotId: number) => `lock:slot:${slotId}:wanted`;
  // Best effort: without this hint, the other replica only waits longer.
  const signalWaiting = (slotId: number) =>
    void first?.set(waitingKey(slotId), me, 'PX', 2 * YIELD_MS).catch(() => {});
  const isAwaited = async (slotId: number) => {
    const waiting = (await first?.get(waitingKey(slotId)).catch(() => null)) ?? me;
    return waiting !== me;
  };
  const leaseOf = (slotId: number, lock: Lock): SlotLease => {
    let released: Promise<void> | undefined;
    const releaseAndPause = () => releaseLock(lock).then(() => sleep(YIELD_MS));
    return {
      releaseIfAwaited: () =>
        void isAwaited(slotId).then((awaited) => {
          if (awaited) released ??= releaseAndPause();
        }),
      release: () => (released ??= releaseLock(lock)),
    };
  };
  return async (slotId) => {
    const waitUntil = Date.now() + WAIT_MS;
    while (Date.now() < waitUntil) {
      const lock = await redis.attempt(() => tryAcquire(redlock, slotId));
      if (lock === null) break;
      if (lock !== 'taken') return leaseOf(slotId, lock);
      signalWaiting(slotId);
      await sleep(RETRY_MS * (0.5 + Math.random()));
    }
    return NO_LEASE;
  };
}

async function tryAcquire(redlock: Redlock, slotId: number): Promise<Lock | 'taken'> {
  try {
    return await redlock.acquire([`lock:slot:${slotId}`], LEASE_MS);
  } catch (error) {
    if (error instanceof ExecutionError && (await isTaken(error))) return 'taken';
    throw error;
  }
}

async function isTaken({ attempts }: ExecutionError): Promise<boolean> {
  const stats = await attempts.at(-1);
  return [...(stats?.votesAgainst.values() ?? [])].some((vote) => vote instanceof ResourceLockedError);
}

/** Releasing an expired lock fails, which is harmless. */
const releaseLock = async (lock: Lock): Promise<void> => {
  await lock.release().catch(() => {});
};
