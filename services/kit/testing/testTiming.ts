import assert from 'node:assert/strict';

/**
 * How long tests wait for what takes a second on a quiet machine, in ms. It only ends a test that hangs: no
 * test may depend on it.
 */
export const PATIENCE_MS = 240_000;

/** Maximum number of measurements, see {@link assertTakesLessThan}. */
const TRIES = 5;

/**
 * Pause before a test polls again, in ms: a tenth of the time it has waited. Waits are precise to a tenth,
 * and long waits leave the CPU to the code under test.
 */
export const pollPauseMs = (waitedMs: number): number => Math.min(Math.max(10, waitedMs / 10), 1000);

/** Measures how long something takes, in ms. */
export async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

/** Duration of {@link work} in ms on the machine where the limits were set. */
const PACE_MS = 20;

/** CPU-bound work. */
function work(): void {
  const rows = Array.from({ length: 100 }, (_, id) => ({
    id,
    name: `guest ${id}`,
    at: '2030-01-01T10:00:00Z',
  }));
  for (let round = 0; round < 300; round++) JSON.parse(JSON.stringify(rows));
}

/** How many times slower this machine is now than where the limits were set, at least 1. */
async function slowness(): Promise<number> {
  return Math.max(1, (await timed(async () => work())) / PACE_MS);
}

/**
 * Asserts that something takes less than `limitMs`, and returns the ms. Measures again when it took longer:
 * other load spoils some measurements, slow code all of them. The limit is scaled on a slower machine.
 *
 * @param measure returns the ms, see {@link timed}
 */
export async function assertTakesLessThan(limitMs: number, measure: () => Promise<number>): Promise<number> {
  const took: number[] = [];
  while (took.length < TRIES) {
    const ms = Math.round(await measure());
    if (ms < limitMs || ms < limitMs * (await slowness())) return ms;
    took.push(ms);
  }
  return assert.fail(`it took ${took.join(', ')} ms, each time ${limitMs} ms or more`);
}

/** CPU time of this thread for something, in ms. Other processes do not count. */
export function cpuMs(act: () => unknown): number {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The second input is 8 times larger and may take 24 times longer: between linear and quadratic. */
const [TIMES_LARGER, MAX_TIME_RATIO] = [8, 24];

/**
 * Asserts that the time of something grows linearly with its input rather than quadratically. Measures one
 * size and eight times that size in turn, several times if needed.
 * @param size large enough that one run takes milliseconds
 * @param prepare returns the function to measure for an input of that size
 */
export function assertGrowsLinearly(size: number, prepare: (size: number) => () => unknown): void {
  const [small, large] = [prepare(size), prepare(size * TIMES_LARGER)];
  const ratios: number[] = [];
  while (ratios.length < TRIES) {
    const smallMs = Math.max(1, cpuMs(small), cpuMs(small));
    const ratio = cpuMs(large) / smallMs;
    if (ratio < MAX_TIME_RATIO) return;
    ratios.push(Math.round(ratio));
  }
  assert.fail(`${TIMES_LARGER} times the input took ${ratios.join(', ')} times as long`);
}
