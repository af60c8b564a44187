import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '@venue-booking/proto/failures';
import { callDeadline } from './callContext.ts';

type Options<T> = {
  /** Maximum number of calls per batch. */
  maxBatch?: number;
  /** Maximum number of waiting calls: more than arrive before the first ones time out. */
  maxWaiting?: number;
  /**
   * How long a batch collects calls. Absent: one turn of the event loop, so that a single call does not wait.
   */
  collectMs?: number;
  /** Keys of an item. Items that share a key are put into different batches. */
  keysOf?: (item: T) => string[];
  /** Whether one item may have caused an error. If so, each item of the batch is retried alone. */
  retryAlone?: (error: unknown) => boolean;
};

/**
 * Batches calls, so that one statement serves many of them. Calls that arrive together, within `collectMs`,
 * or while another batch runs share a batch.
 * @param runBatch returns a result for each item, in order; when it throws, all calls of the batch reject
 * @throws `unavailable` if too many calls wait, `timeout` instead of running a call whose deadline has passed
 */
export function batchCalls<T, R = undefined>(
  runBatch: (items: T[]) => Promise<R[] | undefined>,
  {
    collectMs = 0,
    maxBatch = 200,
    maxWaiting = 2000,
    keysOf = () => [],
    retryAlone = () => false,
  }: Options<T> = {},
): (item: T) => Promise<R> {
  type Waiting = PromiseWithResolvers<R> & { item: T; deadlineAt: number };
  type Batch = { calls: Waiting[]; keys: Set<string> };
  let current: Batch | undefined;
  let previous: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const run = async (calls: Waiting[]): Promise<void> => {
    if (calls.length === 0) return;
    try {
      const results = await runBatch(calls.map(({ item }) => item));
      for (const [at, { resolve }] of calls.entries()) resolve(results?.[at] as R);
    } catch (error) {
      if (calls.length > 1 && retryAlone(error)) for (const call of calls) await run([call]);
      else for (const { reject } of calls) reject(error);
    }
  };

  const startBatch = (): Batch => {
    const batch: Batch = { calls: [], keys: new Set() };
    const pause = collectMs > 0 ? sleep(collectMs) : new Promise(setImmediate);
    previous = Promise.all([pause, previous]).then(() => {
      if (current === batch) current = undefined;
      waiting -= batch.calls.length;
      return run(batch.calls.filter(isInTime));
    });
    return batch;
  };

  return async (item) => {
    if (waiting >= maxWaiting) throw fail('unavailable');
    const keys = keysOf(item);
    const hasRoom = (batch: Batch) =>
      batch.calls.length < maxBatch && !keys.some((key) => batch.keys.has(key));
    const batch = current && hasRoom(current) ? current : startBatch();
    current = batch;
    for (const key of keys) batch.keys.add(key);
    const call = { ...Promise.withResolvers<R>(), item, deadlineAt: callDeadline() };
    batch.calls.push(call);
    waiting += 1;
    return call.promise;
  };
}

/** Rejects a call whose deadline has passed. */
function isInTime(call: { deadlineAt: number; reject: (reason: Error) => void }): boolean {
  const inTime = Date.now() < call.deadlineAt;
  if (!inTime) call.reject(fail('timeout'));
  return inTime;
}

/**
 * Like {@link batchCalls}, for calls with a context, such as a database. Each context has its own batches.
 */
export function batchCallsWith<C extends object, T, R = undefined>(
  runBatch: (context: C, items: T[]) => Promise<R[] | undefined>,
  options?: Options<T>,
): (context: C, item: T) => Promise<R> {
  const byContext = new WeakMap<C, (item: T) => Promise<R>>();
  return (context, item) => {
    const call = byContext.get(context) ?? batchCalls<T, R>((items) => runBatch(context, items), options);
    byContext.set(context, call);
    return call(item);
  };
}
