/**
 * Does some work, and tells it to end by a signal: after `ms`, or when `stopped` says so, whichever comes
 * first. Once the work has ended nothing is left of the signal. `AbortSignal.timeout` and `AbortSignal.any`
 * stay in memory for all of the time that was allowed, which for each of many mails is a minute.
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
