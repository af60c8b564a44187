import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';

/** How long work that was broken off may take to write down what became of it. */
const LAST_WORDS_MS = 4000;

export type Worker = {
  /** Says that there is work, once it is committed, so that it does not wait for the next poll. */
  wake(): void;
  /** Begins nothing more, and waits for what is under way. */
  stop(): Promise<void>;
};

/** What a worker does. Times in ms. */
export type Work<Job> = {
  /** For the log. */
  name: string;
  /**
   * Takes up to `room` jobs that are due, each under a lease: replicas share the work, and what a crashed one
   * had is due again when the lease ends.
   */
  claim: (room: number, underWay: readonly Job[]) => Promise<Job[]>;
  /**
   * Does a job and writes down what became of it; what fails is due again as its row says. Work that comes
   * twice must take effect once. `breakOff` tells that a stop waits no longer.
   */
  work: (job: Job, breakOff: AbortSignal) => Promise<void>;
  /** Jobs under way at once. */
  atOnce: () => number;
  /** Jobs that one claim takes, when not all that there is room for: the next one follows at once. */
  most?: number;
  /** Bounds that `claim` keeps, by what they are of: who hangs leaves room for others. */
  shares?: readonly { of: (job: Job) => string | number; most: number }[];
  log: Log;
  pollMs?: number;
  /** How long what comes is gathered, so that a crowd shares a statement. */
  gatherMs?: number;
  /** How long a stop waits before it breaks off what is under way. */
  drainMs: number;
};

/**
 * Does the jobs that wait as rows of a table until stopped: claims those that are due, side by side within
 * bounds, when woken, when a bound has room again, and at an interval. Any number of workers may run.
 */
export function startWorker<Job>(kind: Work<Job>): Worker {
  const { name, claim, work, atOnce, most = Number.POSITIVE_INFINITY, shares = [], log } = kind;
  const { pollMs = 1000, gatherMs = 0, drainMs } = kind;
  const underWay = new Map<Job, Promise<void>>();
  const breakOff = new AbortController();
  /** Ends the sleep between two looks, or the next one when it has rung before. */
  let alarm = Promise.withResolvers<void>();
  let stopped = false;

  /** The bounds that kept the last claim from taking more: there may be jobs for whoever makes room. */
  let reached: ((job: Job) => boolean)[] = [];
  const boundsReachedBy = (jobs: readonly Job[]) => [
    ...(jobs.length >= atOnce() ? [() => true] : []),
    ...shares.map(({ of, most }) => {
      const counts = Map.groupBy(jobs, of);
      return (job: Job) => (counts.get(of(job))?.length ?? 0) >= most;
    }),
  ];

  const begin = async (job: Job): Promise<void> => {
    try {
      await work(job, breakOff.signal);
    } catch (error) {
      log.warn({ err: error }, `${name}: not done, will be due again`);
    }
    underWay.delete(job);
    if (reached.some((isOf) => isOf(job))) alarm.resolve();
  };

  const run = async () => {
    while (!stopped) {
      // Before it looks, so that it misses nothing that comes from then on.
      alarm = Promise.withResolvers();
      try {
        const before = [...underWay.keys()];
        const room = Math.min(atOnce() - before.length, most);
        const claimed = room > 0 ? await claim(room, before) : [];
        reached = boundsReachedBy([...before, ...claimed]);
        for (const job of claimed) underWay.set(job, begin(job));
        if (claimed.length >= most) continue;
      } catch (error) {
        if (!stopped) log.warn({ err: error }, `${name}: will try again`);
        // What is wrong is not mended by more to do.
        alarm = Promise.withResolvers();
      }
      if (stopped) return;
      const timer = setTimeout(alarm.resolve, pollMs);
      await alarm.promise;
      clearTimeout(timer);
      if (!stopped && gatherMs > 0) await sleep(gatherMs);
    }
  };
  const running = run();

  return {
    wake: () => alarm.resolve(),
    async stop() {
      stopped = true;
      alarm.resolve();
      const given = new AbortController();
      const patience = async () => {
        await sleep(drainMs, undefined, { signal: given.signal });
        breakOff.abort();
        await sleep(LAST_WORDS_MS, undefined, { signal: given.signal });
        log.warn({ jobs: underWay.size }, `${name}: left under way, will be due again`);
      };
      const done = running.then(() => Promise.all(underWay.values()));
      await Promise.race([done, patience().catch(() => done)]);
      given.abort();
    },
  };
}
