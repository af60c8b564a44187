import { fail } from '@venue-booking/proto/failures';
import { createLeakyBuckets } from './leakyBuckets.ts';

type Compartment = { underWay: number; waiting: Set<() => void>; urgent: Set<() => void> };

/** Names whose time is counted; beyond, the least recently used counts as one that spent nothing. */
const MOST_NAMES = 10_000;
/** Time that a name may spend at once after it spent none, in seconds of its share. */
const BURST_SECONDS = 0.5;
/**
 * Time beyond that is remembered, in seconds of its share: after an outage a name is served as usual soon.
 */
const DEBT_SECONDS = 10;

/**
 * Keeps one party that hangs, or needs too much, from taking up everything. Of each name at most `atOnce`
 * runs at a time, and one by one while the name spends more than its share of time; the rest waits its turn:
 * first what is urgent, because somebody waits for it.
 * @param options.mostWaiting how much may wait under one name
 * @param options.patienceMs how long it waits for its turn
 * @param options.msPerSecond the share: ms that work under one name may take in a second, all of it added up
 * (1000: one at a time on average). Absent: only the number counts
 * @param options.full makes what is thrown when too much waits already or no turn comes in time
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
