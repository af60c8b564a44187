import { EnvError } from '../settings/env.ts';

/** A running part of a process. `stop` finishes work in progress and releases all resources. */
export type Running = {
  /**
   * How long `stop` waits before it begins, in ms, so that load balancers notice. Not part of the stop
   * budget.
   */
  stopDelayMs?: number;
  /** Resolves when the part cannot continue, with the reason in one line. */
  lost?: Promise<string> | undefined;
  stop(): Promise<void>;
};

/** A service with its messaging. The order of a clean stop: `quiesce`, close the messaging, `stop`. */
export type Service = Running & {
  /** True while its dependencies respond. */
  ready(): Promise<boolean>;
  /** Stops background work (relays, sweeps). Requests are still answered. */
  quiesce(): Promise<void>;
};

/** Maximum duration of a clean stop, after its delay. */
export const STOP_BUDGET_MS = 15_000;
/**
 * During this time, after the delay, all signals count as one. A terminal, systemd or Docker signals a whole
 * process group whose members forward it, so one stop arrives several times. Later signals end the process at
 * once.
 */
const FORCE_AFTER_MS = 5_000;

/**
 * Runs a process: starts, runs until SIGINT, SIGTERM, SIGHUP or the end of its parent process, then stops
 * cleanly. An invalid setting ends the start with one line that names it. A signal more than 5 s into the
 * stop ends the process at once.
 * @param start gets a signal that aborts when the process stops, which ends its waiting
 */
export async function runProcess(start: (stopping: AbortSignal) => Promise<Running>): Promise<void> {
  // A pool is freed only after all small buffers in it, and the default size is 64 KiB.
  Buffer.poolSize = 8192;
  const stopping = new AbortController();
  let mayForce = false;
  let starting: Promise<Running> | undefined;
  const startTimers = (delayMs: number) => {
    const allowForce = setTimeout(() => {
      mayForce = true;
      console.error('Still stopping. Ctrl-C, or any signal, ends it now.');
    }, delayMs + FORCE_AFTER_MS).unref();
    const deadline = setTimeout(() => {
      console.error(`Not stopped within ${(delayMs + STOP_BUDGET_MS) / 1000} s, ending now.`);
      process.exit(1);
    }, delayMs + STOP_BUDGET_MS).unref();
    return () => [allowForce, deadline].forEach(clearTimeout);
  };
  const stop = async (code: number) => {
    if (mayForce) process.exit(130);
    if (stopping.signal.aborted) return;
    stopping.abort();
    const clearTimers = startTimers(0);
    const running = await starting?.catch(() => undefined);
    if (running?.stopDelayMs) {
      clearTimers();
      startTimers(running.stopDelayMs);
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
  // The parent process (`tools/run.mjs`) was killed, so it can't forward signals any more.
  process.on('disconnect', () => void stop(0));
  try {
    starting = start(stopping.signal);
    const { lost } = await starting;
    void lost?.then((reason) => {
      if (stopping.signal.aborted) return;
      console.error(`${reason}; stopping.`);
      void stop(1);
    });
  } catch (error) {
    // The stop ended the start, and ends the process.
    if (error === stopping.signal.reason) return;
    console.error(error instanceof EnvError ? error.message : error);
    process.exit(1);
  }
}
