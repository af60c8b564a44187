import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time for connections that close just after the last hook of a file. The planted faults set a short one. */
const CLOSING_MS = Number(process.env.TEST_CLOSING_MS ?? 20_000);
/** A busy machine gets up to this many times longer. */
const MAX_OVERLOAD = 5;
/** Timeout of a hook that waits for resources to close. */
export const CLOSING_HOOK_MS = 2 * MAX_OVERLOAD * CLOSING_MS;

type Counts = ReadonlyMap<string, number>;

/** How many resources of each kind keep this process alive, except pipes, which vitest opens as it goes. */
export function openResources(): Counts {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo())
    if (kind !== 'PipeWrap') counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/**
 * Waits until no more resources are open than before.
 * @throws Error that names what stays open
 */
export async function assertNothingLeftOpen(before: Counts): Promise<void> {
  const leftOpen = () =>
    [...openResources()].flatMap(([kind, count]) => {
      const more = count - (before.get(kind) ?? 0);
      return more > 0 ? [`${more} ${kind}`] : [];
    });
  const overload = (loadavg()[0] ?? 0) / availableParallelism();
  const deadline = performance.now() + CLOSING_MS * Math.min(Math.max(overload, 1), MAX_OVERLOAD);
  while (leftOpen().length > 0 && performance.now() < deadline) {
    // Closes the connections of responses whose bodies nobody read.
    globalThis.gc?.();
    await sleep(50, undefined, { ref: false });
  }
  const left = leftOpen();
  if (left.length > 0) throw new Error(`Left open: ${left.join(', ')}. Close them in a hook.`);
}
