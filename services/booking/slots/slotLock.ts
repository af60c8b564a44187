import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExecutionError, type Lock, Redlock, ResourceLockedError } from '@sesamecare-oss/redlock';
import type { RedisGuard } from '../redis.ts';

/**
 * Waits for a slot, and keeps replicas from piling up on the ledger's row of it. A courtesy: the ledger
 * itself can't be oversold. After a while, or when Redis is away, it goes on without a lock.
 */
export type SlotLock = (slotId: number) => Promise<SlotHold>;

export type SlotHold = {
  /** The ledger is done with: another replica that waits may have the slot from now on. */
  offer(): void;
  /** Lets go of it, and leaves another that waits the time to take it. */
  letGo(): Promise<void>;
};

/** Heals a crash; a lock that runs out meanwhile costs waiting on the row, nothing else. */
const HOLD_MS = 5000;
const WAIT_MS = 2000;
const RETRY_MS = 15;
/** How long a slot is left to another replica that waits for it: until that has tried again. */
const YIELD_MS = 2 * RETRY_MS;

/** One process needs no lock: its queue per slot already lets one batch through at a time. */
export const noSlotLock: SlotLock = async () => NO_HOLD;
const NO_HOLD: SlotHold = { offer() {}, async letGo() {} };

/**
 * A Redlock over all servers of `redis`. Who waits says so in the first one, and who has it then lets go of
 * it early, and pauses: it would otherwise have its next batch in before the other has tried again, and keep
 * a hot slot for itself.
 */
export function redisSlotLock(redis: RedisGuard): SlotLock {
  const redlock = new Redlock(redis.clients, { retryCount: 0 });
  redlock.on('error', () => {}); // each failure reaches the caller as well
  const me = randomUUID();
  const [first] = redis.clients;
  const wantedBy = (slotId: number) => `lock:slot:${slotId}:wanted`;
  // A hint: who can't give or get it waits no longer for that.
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

/** Releasing a lock that ran out fails: then it is released already. */
const release = async (lock: Lock): Promise<void> => {
  await lock.release().catch(() => {});
};
