import { fail } from '@venue-booking/proto/failures';
import { createLeakyBuckets } from './leakyBuckets.ts';

type Compartment = { underWay: number; waiting: Set<() => void>; urgent: Set<() => void> };

/**
 * Maximum number of names whose time is counted. The least recently used ones are evicted and restart at
 * zero.
 */
const MOST_NAMES = 10_000;
/** Seconds of its share that an idle name may use at once. */
const BURST_SECONDS = 0.5;
/** Maximum debt, in seconds of the share, so that a name recovers soon after an outage. */
const DEBT_SECONDS = 10;

/**
 * Limits concurrency per name, so that a slow or greedy one cannot take all resources. At most `atOnce` calls
 * of a name run at a time, and only one while the name exceeds its time share. Other calls wait; urgent ones,
 * which somebody is waiting for, go first.
 * @param options.mostWaiting maximum number of waiting calls per name
 * @param options.patienceMs how long a call may wait, in ms
 * @param options.msPerSecond the share: total ms of work per second and name (1000: one call at a time on
 * average). Absent: no time limit
 * @param options.full makes the error for a call that finds the queue full or waits too long
 */
export function createBulkhead({
  atOnce = 16,
  mostWaiting = Number.POSITIVE_INFINITY,
  patienceMs = 4000,
  msPerSecond = Number.POSITIVE_INFINITY,
  full = (): Error => fail('busy', { retryAfterSeconds: 1 }),
  now = () => performance.now(),
} = {}) {
  const compartments = new Map<string, Compartment>();
  const spent = createLeakyBuckets({ perSecond: msPerSecond, most: MOST_NAMES, now });
  const burst = msPerSecond * BURST_SECONDS;
  const mostSpent = burst + msPerSecond * DEBT_SECONDS;

  const mayRun = (name: string, { underWay }: Compartment): boolean =>
    underWay < (underWay > 0 && spent.levelOf(name) >= burst ? 1 : atOnce);
  const spend = (name: string, ms: number) => {
    if (msPerSecond < Number.POSITIVE_INFINITY)
      spent.pour(name, Math.min(ms, mostSpent - spent.levelOf(name)));
  };

  const enter = async (name: string, urgent: boolean): Promise<Compartment> => {
    const compartment = compartments.get(name) ?? { underWay: 0, waiting: new Set(), urgent: new Set() };
    compartments.set(name, compartment);
    const someWait = compartment.urgent.size + compartment.waiting.size > 0;
    if (!someWait && mayRun(name, compartment)) {
      compartment.underWay += 1;
      return compartment;
    }
    const line = urgent ? compartment.urgent : compartment.waiting;
    if (line.size >= mostWaiting) throw full();
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve(compartment);
      };
      const timer = setTimeout(() => {
        line.delete(turn);
        reject(full());
      }, patienceMs);
      line.add(turn);
    });
  };

  const leave = (name: string, compartment: Compartment) => {
    compartment.underWay -= 1;
    for (const line of [compartment.urgent, compartment.waiting]) {
      for (const next of line) {
        if (!mayRun(name, compartment)) return;
        line.delete(next);
        compartment.underWay += 1;
        next();
      }
    }
    if (compartment.underWay === 0) compartments.delete(name);
  };

  return async <T>(name: string, work: () => Promise<T>, { urgent = false } = {}): Promise<T> => {
    const compartment = await enter(name, urgent);
    const startedAt = now();
    try {
      return await work();
    } finally {
      spend(name, now() - startedAt);
      leave(name, compartment);
    }
  };
}
