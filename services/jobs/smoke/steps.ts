import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, apiOf } from './api.ts';

/** Longest that a step may take. */
const STEP_MS = 15_000;
const POLL_MS = 200;

/**
 * Takes steps one after the other and prints a line for each, without the token.
 * @param until when the last must have ended, by `performance.now()`
 * @param interrupted ends the step that is under way
 */
export function stepsOf(
  target: Parameters<typeof apiOf>[0],
  { until, interrupted }: { until: number; interrupted?: AbortSignal },
) {
  const say = (line: string) => console.log(line.replaceAll(target.token, '[token]'));
  return {
    /** Does `act`, whose calls end when its time is over. @throws Error with the step's name, and why */
    async step<T>(name: string, act: (api: Api) => Promise<T>, withinMs = STEP_MS): Promise<T> {
      const startedAt = performance.now();
      // A timer takes whole ms only.
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

/** Looks until there is something to see, or the step's time is over. @throws what ends it, or `look` */
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
