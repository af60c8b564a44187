/**
 * Runs work with a signal that aborts after `ms` or when `stopped` aborts. Cleans up when the work ends.
 * `AbortSignal.timeout` and `AbortSignal.any` would stay in memory for the whole timeout, which is a minute
 * for each mail.
 */
export async function abortAfter<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  stopped?: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  const onTimeout = () => controller.abort(new DOMException(`not done within ${ms} ms`, 'TimeoutError'));
  const onStop = () => controller.abort(stopped?.reason);
  if (stopped?.aborted) onStop();
  const timer = setTimeout(onTimeout, ms);
  stopped?.addEventListener('abort', onStop);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    stopped?.removeEventListener('abort', onStop);
  }
}
