import { setTimeout as sleep } from 'node:timers/promises';

/** How long calls are gathered, in ms, unless told otherwise. */
const GATHER_MS = 5;
/** Calls that are dealt with together at most, unless told otherwise. */
const MOST = 200;

type Options<T> = {
  /** Calls that are dealt with together at most. */
  most?: number;
  /** 0: what comes at one moment, so that a call by itself waits for nothing. */
  gatherMs?: number;
  /** What an item stands for: those that share any of it are dealt with one behind the other. */
  apart?: (item: T) => string[];
  /** Whether an error may be the fault of one item: then each is dealt with alone. */
  alone?: (error: unknown) => boolean;
};

/**
 * Gathers calls, so that one statement does for many: those that come within some ms, and while others are
 * being dealt with, are dealt with together.
 * @param together answers each item, in order; when it throws, all of these calls do
 */
export function gathered<T, R = undefined>(
  together: (items: T[]) => Promise<R[] | undefined>,
  { gatherMs = GATHER_MS, most = MOST, apart = () => [], alone = () => false }: Options<T> = {},
): (item: T) => Promise<R> {
  type Answer = () => R | undefined;
  type Gathering = { items: T[]; stands: Set<string>; answers: Promise<Answer[]> };
  let gathering: Gathering | undefined;
  let before: Promise<unknown> = Promise.resolve();

  const deal = async (items: T[]): Promise<Answer[]> => {
    try {
      const answers = await together(items);
      return items.map((_, at) => () => answers?.[at]);
    } catch (error) {
      if (items.length === 1 || !alone(error)) throw error;
      const each: Answer[] = [];
      for (const item of items) each.push(...(await deal([item]).catch(thrower)));
      return each;
    }
  };

  const begin = (): Gathering => {
    const pause = gatherMs > 0 ? sleep(gatherMs) : new Promise(setImmediate);
    const one: Gathering = {
      items: [],
      stands: new Set(),
      answers: Promise.all([pause, before]).then(() => {
        if (gathering === one) gathering = undefined;
        return deal(one.items);
      }),
    };
    before = one.answers.catch(() => {});
    return one;
  };

  return async (item) => {
    const stands = apart(item);
    const isRoom = (of: Gathering) => of.items.length < most && !stands.some((one) => of.stands.has(one));
    const mine = gathering && isRoom(gathering) ? gathering : begin();
    gathering = mine;
    for (const one of stands) mine.stands.add(one);
    const at = mine.items.push(item) - 1;
    return (await mine.answers)[at]?.() as R;
  };
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

const thrower = (error: unknown) => [
  () => {
    throw error;
  },
];
