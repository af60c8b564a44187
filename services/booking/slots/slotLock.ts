import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExecutionError, type Lock, Redlock, ResourceLockedError } from '@sesamecare-oss/redlock';
import type { RedisGuard } from '../redis.ts';

/**
 * Locks a slot, so that replicas do not queue up on the ledger's row. An optimization: the ledger alone
 * prevents overselling. After a timeout, or while Redis is unavailable, it resolves without a lock.
 */
export type SlotLock = (slotId: number) => Promise<SlotHold>;

export type SlotHold = {
  /** The ledger call is finished: a waiting replica may take the lock now. */
  offer(): void;
  /** Releases the lock, and gives a waiting replica time to take it. */
  letGo(): Promise<void>;
};

/** TTL of a lock, for crashes. If it expires during a batch, another replica waits on the row instead. */
const HOLD_MS = 5000;
const WAIT_MS = 2000;
const RETRY_MS = 15;
/** Pause for a waiting replica, long enough for its next attempt. */
const YIELD_MS = 2 * RETRY_MS;

/** A single process needs no lock: its queue already runs one batch per slot at a time. */
export const noSlotLock: SlotLock = async () => NO_HOLD;
const NO_HOLD: SlotHold = { offer() {}, async letGo() {} };

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
  const wantedBy = (slotId: number) => `lock:slot:${slotId}:wanted`;
  // Best effort: without this hint, the other replica only waits longer.
  const want = (slotId: number) => void first?.set(wantedBy(slotId), me, 'PX', 2 * YIELD_MS).catch(() => {});
  const isWanted = async (slotId: number) => {
    const who = (await first?.get(wantedBy(slotId)).catch(() => null)) ?? me;
    return who !== me;
  };
  const holdOf = (slotId: number, lock: Lock): SlotHold => {
    let gone: Promise<void> | undefined;
    const passOn = () => release(lock).then(() => sleep(YIELD_MS));
    return {
      offer: () =>
        void isWanted(slotId).then((wanted) => {
          if (wanted) gone ??= passOn();
        }),
      letGo: () => (gone ??= release(lock)),
    };
  };
  return async (slotId) => {
    const waitUntil = Date.now() + WAIT_MS;
    while (Date.now() < waitUntil) {
      const lock = await redis.attempt(() => tryAcquire(redlock, slotId));
      if (lock === null) break;
      if (lock !== 'taken') return holdOf(slotId, lock);
      want(slotId);
      await sleep(RETRY_MS * (0.5 + Math.random()));
    }
    return NO_HOLD;
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

/** Releasing an expired lock fails, which is harmless. */
const release = async (lock: Lock): Promise<void> => {
  await lock.release().catch(() => {});
};
