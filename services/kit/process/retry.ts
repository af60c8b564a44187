import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does some work again while it fails.
 * @param options.attempts how often at most, in all
 * @param options.when which errors are worth another attempt
 * @param options.pauseMs the wait behind an attempt, the first of which is 1
 */
export async function retry<T>(
  work: () => Promise<T>,
  options: { attempts?: number; when?: (error: unknown) => boolean; pauseMs?: (attempt: number) => number },
): Promise<T> {
  const { attempts = Number.POSITIVE_INFINITY, when = () => true, pauseMs = () => 0 } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !when(error)) throw error;
      await sleep(pauseMs(attempt));
    }
  }
}
