import { fail } from '@venue-booking/proto/failures';
import { createLeakyBuckets } from './leakyBuckets.ts';

type Partition = { running: number; waiting: Set<() => void>; urgent: Set<() => void> };

type BulkheadOptions = {
  /** Maximum number of concurrent calls per key. */
  maxConcurrent?: number;
  /** Maximum number of waiting calls per key. */
  maxWaiting?: number;
  /** How long a call may wait, in ms. */
  maxWaitMs?: number;
  /**
   * The share: total ms of work per second and key (1000: one call at a time on average). Absent: no time
   * limit.
   */
  msPerSecond?: number;
  /** Makes the error for a call that finds the queue full or waits too long. */
  createError?: () => Error;
  now?: () => number;
};

/**
 * Maximum number of keys whose time is counted. The least recently used ones are evicted and restart at
 * zero.
 */
const MAX_KEYS = 10_000;
/** Seconds of its share that an idle key may use at once. */
const BURST_SECONDS = 0.5;
/** Maximum debt, in seconds of the share, so that a key recovers soon after an outage. */
const DEBT_SECONDS = 10;

/**
 * Limits concurrency per key, so that a slow or greedy one cannot take all resources. At most `maxConcurrent`
 * calls of a key run at a time, and only one while the key exceeds its time share. Other calls wait; urgent
 * ones, which somebody is waiting for, go first.
 */
export function createBulkhead({
  maxConcurrent = 16,
  maxWaiting = Number.POSITIVE_INFINITY,
  maxWaitMs = 4000,
  msPerSecond = Number.POSITIVE_INFINITY,
  createError = () => fail('busy', { retryAfterSeconds: 1 }),
  now = () => performance.now(),
}: BulkheadOptions = {}) {
  const partitions = new Map<string, Partition>();
  const used = createLeakyBuckets({ perSecond: msPerSecond, maxBuckets: MAX_KEYS, now });
  const burst = msPerSecond * BURST_SECONDS;
  const maxUsed = burst + msPerSecond * DEBT_SECONDS;

  const mayRun = (key: string, { running }: Partition): boolean =>
    running < (running > 0 && used.levelOf(key) >= burst ? 1 : maxConcurrent);
  const recordUse = (key: string, ms: number) => {
    if (msPerSecond < Number.POSITIVE_INFINITY) used.pour(key, Math.min(ms, maxUsed - used.levelOf(key)));
  };

  const enter = async (key: string, urgent: boolean): Promise<Partition> => {
    const partition = partitions.get(key) ?? { running: 0, waiting: new Set(), urgent: new Set() };
    partitions.set(key, partition);
    const hasWaiting = partition.urgent.size + partition.waiting.size > 0;
    if (!hasWaiting && mayRun(key, partition)) {
      partition.running += 1;
      return partition;
    }
    const queue = urgent ? partition.urgent : partition.waiting;
    if (queue.size >= maxWaiting) throw createError();
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve(partition);
      };
      const timer = setTimeout(() => {
        queue.delete(start);
        reject(createError());
      }, maxWaitMs);
      queue.add(start);
    });
  };

  const leave = (key: string, partition: Partition) => {
    partition.running -= 1;
    for (const queue of [partition.urgent, partition.waiting]) {
      for (const next of queue) {
        if (!mayRun(key, partition)) return;
        queue.delete(next);
        partition.running += 1;
        next();
      }
    }
    if (partition.running === 0) partitions.delete(key);
  };

  return async <T>(key: string, work: () => Promise<T>, { urgent = false } = {}): Promise<T> => {
    const partition = await enter(key, urgent);
    const startedAt = now();
    try {
      return await work();
    } finally {
      recordUse(key, now() - startedAt);
      leave(key, partition);
    }
  };
}
