import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Retries work while it fails.
 * @param options.attempts maximum number of attempts
 * @param options.when which errors to retry
 * @param options.pauseMs pause in ms after an attempt; the first attempt is 1
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
