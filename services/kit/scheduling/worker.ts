import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../logging/log.ts';

/** Time for aborted work to record its outcome, in ms. */
const LAST_WORDS_MS = 4000;

export type Worker = {
  /** Signals that there is new, committed work, so that it does not wait for the next poll. */
  wake(): void;
  /** Claims no more jobs and waits for those in progress. */
  stop(): Promise<void>;
};

/** A kind of work. Times in ms. */
export type Work<Job> = {
  /** Name in the log. */
  name: string;
  /**
   * Claims up to `room` due jobs, each under a lease. Replicas share the work, and the jobs of a crashed
   * replica are due again when their lease expires.
   */
  claim: (room: number, underWay: readonly Job[]) => Promise<Job[]>;
  /**
   * Does a job and records its outcome; the job's row says when a failed job is due again. A job can run
   * twice, so it must be idempotent. `breakOff` aborts when a stop waits no longer.
   */
  work: (job: Job, breakOff: AbortSignal) => Promise<void>;
  /** Maximum number of concurrent jobs. */
  atOnce: () => number;
  /**
   * Maximum number of jobs per claim, if lower than the free room. A full claim is followed by the next at
   * once.
   */
  most?: number;
  /** Concurrency limits per key, which `claim` enforces, so that a hanging party leaves room for others. */
  shares?: readonly { of: (job: Job) => string | number; most: number }[];
  log: Log;
  pollMs?: number;
  /** How long to wait after a wake-up, so that a burst shares a statement. */
  gatherMs?: number;
  /** How long a stop waits before it aborts jobs in progress. */
  drainMs: number;
};

/**
 * Runs the due jobs of a table until stopped, concurrently within limits. Looks for jobs when woken, when a
 * limit has room again, and at an interval. Any number of workers may run.
 */
export function startWorker<Job>(kind: Work<Job>): Worker {
  const { name, claim, work, atOnce, most = Number.POSITIVE_INFINITY, shares = [], log } = kind;
  const { pollMs = 1000, gatherMs = 0, drainMs } = kind;
  const underWay = new Map<Job, Promise<void>>();
  const breakOff = new AbortController();
  /** Ends the sleep between two claims, or the next sleep if it resolved before. */
  let alarm = Promise.withResolvers<void>();
  let stopped = false;

  /** The limits that stopped the last claim: when a job of one of them ends, there may be more to claim. */
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
      log.warn({ err: error }, `${name}: job failed, will be due again`);
    }
    underWay.delete(job);
    if (reached.some((isOf) => isOf(job))) alarm.resolve();
  };

  const run = async () => {
    while (!stopped) {
      // Reset before the claim, so that no wake-up during it is lost.
      alarm = Promise.withResolvers();
      try {
        const before = [...underWay.keys()];
        const room = Math.min(atOnce() - before.length, most);
        const claimed = room > 0 ? await claim(room, before) : [];
        reached = boundsReachedBy([...before, ...claimed]);
        for (const job of claimed) underWay.set(job, begin(job));
        if (claimed.length >= most) continue;
      } catch (error) {
        if (!stopped) log.warn({ err: error }, `${name}: claim failed, will try again`);
        // Wait for the next poll: a wake-up does not fix the error.
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
        log.warn({ jobs: underWay.size }, `${name}: stopped with jobs in progress, they will be due again`);
      };
      const done = running.then(() => Promise.all(underWay.values()));
      await Promise.race([done, patience().catch(() => done)]);
      given.abort();
    },
  };
}
