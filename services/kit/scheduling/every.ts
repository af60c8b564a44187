import { newCall, runInCall } from '../concurrency/callContext.ts';
import { isTransientError } from '../errors/transientError.ts';
import type { Log } from '../logging/log.ts';

const MIN_BUDGET_MS = 5000;

/**
 * Runs work at once and then every `intervalMs`, one run at a time, until stopped. Failed work is retried at
 * the next interval; `wake` runs it now. A transient fault that lasts is logged once. A run's deadline is the
 * interval, but at least 5 s.
 * @param work its name for the log, and the function; if it returns true there is more to do, and it runs
 * again at once
 */
export function every(
  intervalMs: number,
  work: { name: string; run: () => Promise<unknown> },
  log: Log,
): { wake(): void; stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let scheduled = false;
  let stopped = false;
  let lasting: string | undefined;
  const once = async () => {
    scheduled = false;
    if (stopped) return;
    try {
      if ((await runInCall(newCall(Math.max(intervalMs, MIN_BUDGET_MS)), work.run)) === true) next();
      lasting = undefined;
    } catch (error) {
      const fault = isTransientError(error) ? (error as Error).message : undefined;
      if (fault !== undefined && fault === lasting) return;
      lasting = fault;
      log.warn({ err: error }, `${work.name} failed, will try again`);
    }
  };
  const next = () => {
    // After a run that takes longer than the interval, run once, not once per missed interval.
    if (scheduled) return;
    scheduled = true;
    running = running.then(once);
  };
  next();
  const timer = setInterval(next, intervalMs);
  return {
    wake: next,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
