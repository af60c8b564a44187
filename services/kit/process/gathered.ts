import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '@venue-booking/proto/failures';
import { deadlineOfCall } from '../messaging/callContext.ts';

type Options<T> = {
  /** Calls that are dealt with together at most. */
  most?: number;
  /** Calls that wait for those before them at most: more than come while nobody has lost patience yet. */
  mostWaiting?: number;
  /** How long calls are gathered. Absent: those of one moment, so that a call by itself waits for nothing. */
  gatherMs?: number;
  /** What an item stands for: those that share any of it are dealt with one behind the other. */
  apart?: (item: T) => string[];
  /** Whether an error may be the fault of one item: then each is dealt with alone. */
  alone?: (error: unknown) => boolean;
};

/**
 * Gathers calls, so that one statement does for many: those that come at one moment, or within some ms, and
 * while others are being dealt with, are dealt with together.
 * @param together answers each item, in order; when it throws, all of these calls do
 * @throws `unavailable` at once while too many wait, `timeout` instead of dealing with what nobody waits for
 * any more
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

/** Refuses a call whose caller has given up. */
function isInTime(call: { deadlineAt: number; reject: (reason: Error) => void }): boolean {
  const inTime = Date.now() < call.deadlineAt;
  if (!inTime) call.reject(fail('timeout'));
  return inTime;
}

/** As {@link gathered}, of calls with a context, such as a database: those with the same one together. */
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
