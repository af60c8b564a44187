import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, apiOf } from './api.ts';

/** Default timeout of a step. */
const STEP_MS = 15_000;
const POLL_MS = 200;

/**
 * Runs steps and prints a line for each, with the token redacted.
 * @param until deadline of all steps, by `performance.now()`
 * @param interrupted aborts the current step
 */
export function stepsOf(
  target: Parameters<typeof apiOf>[0],
  { until, interrupted }: { until: number; interrupted?: AbortSignal },
) {
  const say = (line: string) => console.log(line.replaceAll(target.token, '[token]'));
  return {
    /**
     * Runs `act`, whose calls are aborted at the timeout. @throws Error with the step's name and the reason
     */
    async step<T>(name: string, act: (api: Api) => Promise<T>, withinMs = STEP_MS): Promise<T> {
      const startedAt = performance.now();
      // Timers accept whole milliseconds only.
      const budgetMs = Math.max(1, Math.floor(Math.min(withinMs, until - startedAt)));
      const signals = [AbortSignal.timeout(budgetMs), ...(interrupted ? [interrupted] : [])];
      try {
        const result = await act(apiOf(target, AbortSignal.any(signals)));
        say(`ok       ${name} (${seconds(performance.now() - startedAt)})`);
        return result;
      } catch (error) {
        const { name: kind, message } = error as Error;
        const why = kind === 'TimeoutError' ? `not done within ${seconds(budgetMs)}` : message;
        say(`FAILED   ${name}`);
        throw new Error(`at "${name}": ${why}`.replaceAll(target.token, '[token]'));
      }
    },
    skip: (name: string, why: string) => say(`skipped  ${name}: ${why}`),
  };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Polls until `look` returns a truthy value. @throws the reason of the abort, or the error of `look` */
export async function until<T>(
  { signal }: Api,
  look: () => Promise<T | false | null | undefined>,
): Promise<T> {
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    await sleep(POLL_MS);
    signal.throwIfAborted();
  }
}
