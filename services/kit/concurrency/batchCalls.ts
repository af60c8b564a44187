import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '@venue-booking/proto/failures';
import { deadlineOfCall } from './callContext.ts';

type Options<T> = {
  /** Maximum number of calls per batch. */
  most?: number;
  /** Maximum number of waiting calls: more than arrive before the first ones time out. */
  mostWaiting?: number;
  /**
   * How long a batch collects calls. Absent: one turn of the event loop, so that a single call does not wait.
   */
  gatherMs?: number;
  /** Keys of an item. Items that share a key are put into different batches. */
  apart?: (item: T) => string[];
  /** Whether one item may have caused an error. If so, each item of the batch is retried alone. */
  alone?: (error: unknown) => boolean;
};

/**
 * Batches calls, so that one statement serves many of them. Calls that arrive together, within `gatherMs`, or
 * while another batch runs share a batch.
 * @param together returns a result for each item, in order; when it throws, all calls of the batch reject
 * @throws `unavailable` if too many calls wait, `timeout` instead of running a call whose deadline has passed
 */
export function gathered<T, R = undefined>(
  together: (items: T[]) => Promise<R[] | undefined>,
  { gatherMs = 0, most = 200, mostWaiting = 2000, apart = () => [], alone = () => false }: Options<T> = {},
): (item: T) => Promise<R> {
  type Waiting = PromiseWithResolvers<R> & { item: T; deadlineAt: number };
  type Gathering = { calls: Waiting[]; stands: Set<string> };
  let gathering: Gathering | undefined;
  let before: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const deal = async (calls: Waiting[]): Promise<void> => {
    if (calls.length === 0) return;
    try {
      const answers = await together(calls.map(({ item }) => item));
      for (const [at, { resolve }] of calls.entries()) resolve(answers?.[at] as R);
    } catch (error) {
      if (calls.length > 1 && alone(error)) for (const one of calls) await deal([one]);
      else for (const { reject } of calls) reject(error);
    }
  };

  const begin = (): Gathering => {
    const one: Gathering = { calls: [], stands: new Set() };
    const pause = gatherMs > 0 ? sleep(gatherMs) : new Promise(setImmediate);
    before = Promise.all([pause, before]).then(() => {
      if (gathering === one) gathering = undefined;
      waiting -= one.calls.length;
      return deal(one.calls.filter(isInTime));
    });
    return one;
  };

  return async (item) => {
    if (waiting >= mostWaiting) throw fail('unavailable');
    const stands = apart(item);
    const isRoom = (of: Gathering) => of.calls.length < most && !stands.some((one) => of.stands.has(one));
    const mine = gathering && isRoom(gathering) ? gathering : begin();
    gathering = mine;
    for (const one of stands) mine.stands.add(one);
    const call = { ...Promise.withResolvers<R>(), item, deadlineAt: deadlineOfCall() };
    mine.calls.push(call);
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

/** Like {@link gathered}, for calls with a context, such as a database. Each context has its own batches. */
export function gatheredWith<C extends object, T, R = undefined>(
  together: (context: C, items: T[]) => Promise<R[] | undefined>,
  options?: Options<T>,
): (context: C, item: T) => Promise<R> {
  const known = new WeakMap<C, (item: T) => Promise<R>>();
  return (context, item) => {
    const call = known.get(context) ?? gathered<T, R>((items) => together(context, items), options);
    known.set(context, call);
    return call(item);
  };
}
