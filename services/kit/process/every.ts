import { newCall, runInCall } from '../messaging/callContext.ts';
import type { Log } from './log.ts';

const LEAST_BUDGET_MS = 5000;

/**
 * Does some work again and again, first at once and then `intervalMs` apart and one at a time, until stopped.
 * Work that fails is tried again next time; `wake` does it now. It may take as long as the interval, and 5 s
 * at least.
 * @param work its name for the log, and what to do: true when there is more of it, which is done at once
 */
export function every(
  intervalMs: number,
  work: { name: string; run: () => Promise<unknown> },
  log: Log,
): { wake(): void; stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let waiting = false;
  let stopped = false;
  const once = async () => {
    waiting = false;
    if (stopped) return;
    try {
      if ((await runInCall(newCall(Math.max(intervalMs, LEAST_BUDGET_MS)), work.run)) === true) next();
    } catch (error) {
      log.warn({ err: error }, `${work.name} failed, will try again`);
    }
  };
  const next = () => {
    // A run that takes longer than the interval is followed by one, not by all that were due meanwhile.
    if (waiting) return;
    waiting = true;
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
