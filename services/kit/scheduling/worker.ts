import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../logging/log.ts';

/** Time for aborted work to record its outcome, in ms. */
const ABORT_GRACE_MS = 4000;

/** How long a worker may collect jobs, or their outcomes, for one statement, in ms. */
export const COLLECT_MS = 50;

/**
 * A worker polls less often after this many empty claims in a row, so that an idle process costs little. A
 * wake-up or a job ends that.
 */
const IDLE_AFTER = 10;
const IDLE_FACTOR = 5;

export type Worker = {
  /** Signals that there is new, committed work, so that it does not wait for the next poll. */
  wake(): void;
  /** Stops claiming jobs, and waits for those in progress. */
  stop(): Promise<void>;
};

/** The options of a worker. Times in ms. */
export type Work<Job> = {
  /** Name in the log. */
  name: string;
  /**
   * Claims up to `limit` due jobs, each under a lease. Replicas share the work, and the jobs of a crashed
   * replica are due again when their lease expires.
   */
  claim: (limit: number, underWay: readonly Job[]) => Promise<Job[]>;
  /**
   * Does a job and records its outcome; the job's row says when a failed job is due again. A job can run
   * twice, so it must be idempotent. `abort` aborts when a stop waits no longer.
   */
  work: (job: Job, abort: AbortSignal) => Promise<void>;
  /** Maximum number of concurrent jobs. */
  maxConcurrent: () => number;
  /**
   * Maximum number of jobs per claim, if lower than the number of free slots. A full claim is followed by the
   * next at once.
   */
  maxClaim?: number;
  /** Concurrency limits per key, which `claim` enforces, so that a hanging key leaves room for others. */
  limits?: readonly { keyOf: (job: Job) => string | number; maximum: number }[];
  log: Log;
  pollMs?: number;
  /** How long to wait after a wake-up, so that a burst shares a statement. */
  collectMs?: number;
  /** How long a stop waits before it aborts jobs in progress. */
  drainMs: number;
};

/**
 * Runs the due jobs of a table until stopped, concurrently within limits. Looks for jobs when woken, when a
 * limit has room again, and at an interval. Any number of workers may run.
 */
export function startWorker<Job>(options: Work<Job>): Worker {
  const { name, claim, work, maxConcurrent, maxClaim = Number.POSITIVE_INFINITY, limits = [], log } = options;
  const { pollMs = 1000, collectMs = 0, drainMs } = options;
  const underWay = new Map<Job, Promise<void>>();
  const abort = new AbortController();
  /** Ends the sleep between two claims, or the next sleep if it resolved before. */
  let wakeUp = Promise.withResolvers<void>();
  let emptyClaims = 0;
  let stopped = false;

  /** The limits that stopped the last claim: when a job of one of them ends, there may be more to claim. */
  let reached: ((job: Job) => boolean)[] = [];
  const limitsReachedBy = (jobs: readonly Job[]) => [
    ...(jobs.length >= maxConcurrent() ? [() => true] : []),
    ...limits.map(({ keyOf, maximum }) => {
      const counts = Map.groupBy(jobs, keyOf);
      return (job: Job) => (counts.get(keyOf(job))?.length ?? 0) >= maximum;
    }),
  ];

  const start = async (job: Job): Promise<void> => {
    try {
      await work(job, abort.signal);
    } catch (error) {
      log.warn({ err: error }, `${name}: job failed, will be due again`);
    }
    underWay.delete(job);
    if (reached.some((includes) => includes(job))) wakeUp.resolve();
  };

  const run = async () => {
    while (!stopped) {
      // Reset before the claim, so that no wake-up during it is lost.
      wakeUp = Promise.withResolvers();
      try {
        const before = [...underWay.keys()];
        const limit = Math.min(maxConcurrent() - before.length, maxClaim);
        const claimed = limit > 0 ? await claim(limit, before) : [];
        reached = limitsReachedBy([...before, ...claimed]);
        for (const job of claimed) underWay.set(job, start(job));
        emptyClaims = claimed.length > 0 ? 0 : emptyClaims + 1;
        if (claimed.length >= maxClaim) continue;
      } catch (error) {
        if (!stopped) log.warn({ err: error }, `${name}: claim failed, will try again`);
        // Wait for the next poll: a wake-up does not fix the error.
        wakeUp = Promise.withResolvers();
      }
      if (stopped) return;
      const isIdle = emptyClaims > IDLE_AFTER;
      const timer = setTimeout(wakeUp.resolve, isIdle ? IDLE_FACTOR * pollMs : pollMs);
      await wakeUp.promise;
      clearTimeout(timer);
      if (!stopped && collectMs > 0) await sleep(collectMs);
    }
  };
  const running = run();

  return {
    wake() {
      emptyClaims = 0;
      wakeUp.resolve();
    },
    async stop() {
      stopped = true;
      wakeUp.resolve();
      const timers = new AbortController();
      const abortLate = async () => {
        await sleep(drainMs, undefined, { signal: timers.signal });
        abort.abort();
        await sleep(ABORT_GRACE_MS, undefined, { signal: timers.signal });
        log.warn({ jobs: underWay.size }, `${name}: stopped with jobs in progress, they will be due again`);
      };
      const done = running.then(() => Promise.all(underWay.values()));
      await Promise.race([done, abortLate().catch(() => done)]);
      timers.abort();
    },
  };
}
