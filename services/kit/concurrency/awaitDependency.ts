import { EnvError } from '../settings/env.ts';
import { retry } from './retry.ts';

/** A server that cannot be reached now, but maybe later. The message is one line that names the setting. */
export class UnreachableError extends EnvError {}

const RETRY_MS = 500;

export type Waiting = {
  /** Called once per reason, with one line. */
  report(line: string): void;
  /** Ends the wait with its reason. */
  signal?: AbortSignal | undefined;
  /** When to give up, in ms since 1970. By default never: the supervisor of the process decides. */
  until?: number;
};

/**
 * Runs `attempt` until its server is reachable, and reports why it waits. Servers and services may start in
 * any order.
 * @throws any error except {@link UnreachableError}, and that too after `until`
 */
export async function awaitDependency<T>(attempt: () => Promise<T>, waiting: Waiting): Promise<T> {
  const { report, signal, until = Number.POSITIVE_INFINITY } = waiting;
  const reported = new Set<string>();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  const when = (error: unknown) => {
    if (!(error instanceof UnreachableError) || Date.now() + RETRY_MS > until || signal?.aborted)
      return false;
    if (!reported.has(error.message)) report(error.message);
    reported.add(error.message);
    return true;
  };
  try {
    return await Promise.race([retry(attempt, { when, pauseMs: () => RETRY_MS }), aborted.promise]);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}
