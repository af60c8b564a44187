import { newCall, runInCall } from '../messaging/callContext.ts';
import type { Log } from './log.ts';

/**
 * Does some work again and again, first at once and then `intervalMs` apart and one at a time, until stopped.
 * Work that fails is tried again next time; `wake` does it now.
 * @param work its name for the log, how long it may take, and what to do
 */
export function every(
  intervalMs: number,
  work: { name: string; budgetMs: number; run: () => Promise<void> },
  log: Log,
): { wake(): void; stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let waiting = false;
  const once = () => {
    waiting = false;
    return runInCall(newCall(work.budgetMs), work.run).catch((error: unknown) =>
      log.warn({ err: error }, `${work.name} failed, will try again`),
    );
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
      clearInterval(timer);
      await running;
    },
  };
}
