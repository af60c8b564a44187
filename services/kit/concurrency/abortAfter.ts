/**
 * Runs work with a signal that aborts after `ms` or when `stopped` aborts. Cleans up when the work ends.
 * `AbortSignal.timeout` and `AbortSignal.any` would stay in memory for the whole timeout, which is a minute
 * for each mail.
 */
export async function abortedAfter<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  stopped?: AbortSignal,
): Promise<T> {
  const end = new AbortController();
  const late = () => end.abort(new DOMException(`not done within ${ms} ms`, 'TimeoutError'));
  const stop = () => end.abort(stopped?.reason);
  if (stopped?.aborted) stop();
  const timer = setTimeout(late, ms);
  stopped?.addEventListener('abort', stop);
  try {
    return await work(end.signal);
  } finally {
    clearTimeout(timer);
    stopped?.removeEventListener('abort', stop);
  }
}
