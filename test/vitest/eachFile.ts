// Set-up of every test file. It restores what a test changed outside its file, because files share a process,
// and it fails a file that leaves a server, a timer, a socket or a process open.
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, afterEach, vi } from 'vitest';

/** Time for connections that close just after the last hook of a file. The planted faults set a short one. */
const CLOSING_MS = Number(process.env.TEST_CLOSING_MS ?? 20_000);
/** A busy machine gets up to this many times longer. */
const MAX_OVERLOAD = 5;

// In CI the same examples each time, so that a failure is caused by the change; elsewhere new ones each run.
if (process.env.CI) fc.configureGlobal({ seed: 20_261_121 });

const environment = { ...process.env };
const globals = Object.getOwnPropertyDescriptors(globalThis);
const openBefore = openResources();

afterEach(() => {
  vi.useRealTimers();
});

afterAll(
  async () => {
    vi.restoreAllMocks();
    restoreEnvironment();
    restoreGlobals();
    const overload = (loadavg()[0] ?? 0) / availableParallelism();
    const deadline = performance.now() + CLOSING_MS * Math.min(Math.max(overload, 1), MAX_OVERLOAD);
    while (leftOpen().length > 0 && performance.now() < deadline) {
      // Closes the connections of responses whose bodies nobody read.
      globalThis.gc?.();
      await sleep(50, undefined, { ref: false });
    }
    const left = leftOpen();
    if (left.length > 0) throw new Error(`This file leaves open: ${left.join(', ')}. Close them in a hook.`);
  },
  2 * MAX_OVERLOAD * CLOSING_MS,
);

function restoreEnvironment(): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

// Globals that were added stay: libraries keep theirs as long as they are loaded.
function restoreGlobals(): void {
  for (const [name, was] of Object.entries(globals))
    if (Object.getOwnPropertyDescriptor(globalThis, name)?.value !== was.value)
      Object.defineProperty(globalThis, name, was);
}

/** How many there are of each kind of resource that keeps this process alive. */
function openResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

const leftOpen = (): string[] =>
  [...openResources()].flatMap(([kind, count]) => {
    const more = count - (openBefore.get(kind) ?? 0);
    return more > 0 ? [`${more} ${kind}`] : [];
  });
