import { setTimeout as sleep } from 'node:timers/promises';

/** How long calls are gathered, in ms. */
const GATHER_MS = 5;

/**
 * Gathers calls, so that one statement does for many: those that come within 5 ms, and while others are being
 * dealt with, are dealt with together.
 * @param together answers each item, in order; when it throws, all of these calls do
 */
export function gathered<T, R = undefined>(
  together: (items: T[]) => Promise<R[] | undefined>,
): (item: T) => Promise<R> {
  let gathering: { items: T[]; answers: Promise<R[] | undefined> } | undefined;
  let before: Promise<unknown> = Promise.resolve();

  const begin = () => {
    const items: T[] = [];
    const answers = Promise.all([sleep(GATHER_MS), before]).then(() => {
      gathering = undefined;
      return together(items);
    });
    before = answers.catch(() => {});
    return { items, answers };
  };

  return async (item) => {
    gathering ??= begin();
    const { items, answers } = gathering;
    const at = items.push(item) - 1;
    return (await answers)?.[at] as R;
  };
}
