import { EnvError } from './env.ts';

/** A running part of the platform. `stop` finishes what is under way and frees everything that the part acquired. */
export type Running = {
  /** How long `stop` lets others notice before it begins, in ms: that is no part of the budget. */
  stopDelayMs?: number;
  stop(): Promise<void>;
};

/** A service on its messaging. The order of a clean stop: `quiesce`, the messaging closes, `stop`. */
export type Service = Running & {
  /** True when its backings answer. */
  ready(): Promise<boolean>;
  /** Stops what the service does of itself (relays, sweeps); requests are still answered. */
  quiesce(): Promise<void>;
};

/** Longest that a clean stop may take, after its delay. */
const STOP_BUDGET_MS = 15_000;

/**
 * The life of a process: starts, runs until SIGINT or SIGTERM, stops cleanly. A wrong setting ends the start with one line
 * that names it; a second Ctrl-C ends at once.
 */
export async function runProcess(start: () => Promise<Running>): Promise<void> {
  let stopping = false;
  let starting: Promise<Running> | undefined;
  const stop = async () => {
    if (stopping) process.exit(130);
    stopping = true;
    const deadline = endAfter(STOP_BUDGET_MS);
    const running = await starting?.catch(() => undefined);
    if (running?.stopDelayMs) {
      clearTimeout(deadline);
      endAfter(STOP_BUDGET_MS + running.stopDelayMs);
    }
    try {
      await running?.stop();
      process.exit(0);
    } catch (error) {
      console.error('Not stopped cleanly:', error);
      process.exit(1);
    }
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
  try {
    starting = start();
    await starting;
  } catch (error) {
    console.error(error instanceof EnvError ? error.message : error);
    process.exit(1);
  }
}

const endAfter = (budgetMs: number) =>
  setTimeout(() => {
    console.error(`Not stopped within ${budgetMs / 1000} s, ending now.`);
    process.exit(1);
  }, budgetMs).unref();
