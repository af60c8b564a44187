import { EnvError } from './env.ts';
import { tuneMemory } from './memory.ts';

/** A running part. `stop` finishes what is under way and frees everything that the part acquired. */
export type Running = {
  /** How long `stop` lets others notice before it begins, in ms: that is no part of the budget. */
  stopDelayMs?: number;
  /** Settles when the part can't go on, with the reason in one line. */
  lost?: Promise<string> | undefined;
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
export const STOP_BUDGET_MS = 15_000;
/**
 * Until then, after the delay, all signals are one: a terminal, systemd or Docker signals a whole group,
 * whose members pass it on, so one wish to stop arrives several times. From then on another one is somebody
 * who does not want to wait.
 */
const PATIENCE_MS = 5_000;

/**
 * The life of a process: starts, runs until SIGINT, SIGTERM, SIGHUP or the end of who started it, stops
 * cleanly. A wrong setting ends the start with one line that names it; a signal when a stop has taken 5 s
 * ends at once.
 */
export async function runProcess(start: () => Promise<Running>): Promise<void> {
  tuneMemory();
  let stopping = false;
  let forcible = false;
  let starting: Promise<Running> | undefined;
  const limits = (delayMs: number) => {
    const patience = setTimeout(() => {
      forcible = true;
      console.error('Still stopping. Ctrl-C, or any signal, ends it now.');
    }, delayMs + PATIENCE_MS).unref();
    const deadline = setTimeout(() => {
      console.error(`Not stopped within ${(delayMs + STOP_BUDGET_MS) / 1000} s, ending now.`);
      process.exit(1);
    }, delayMs + STOP_BUDGET_MS).unref();
    return () => [patience, deadline].forEach(clearTimeout);
  };
  const stop = async (code: number) => {
    if (forcible) process.exit(130);
    if (stopping) return;
    stopping = true;
    const lift = limits(0);
    const running = await starting?.catch(() => undefined);
    if (running?.stopDelayMs) {
      lift();
      limits(running.stopDelayMs);
    }
    try {
      await running?.stop();
      process.exit(code);
    } catch (error) {
      console.error('Not stopped cleanly:', error);
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
  // Who started this process was killed (`tools/run.mjs`): nobody is left to pass a signal on.
  process.on('disconnect', () => void stop(0));
  try {
    starting = start();
    const { lost } = await starting;
    void lost?.then((reason) => {
      if (stopping) return;
      console.error(`${reason}; stopping.`);
      void stop(1);
    });
  } catch (error) {
    console.error(error instanceof EnvError ? error.message : error);
    process.exit(1);
  }
}
