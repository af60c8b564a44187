import assert from 'node:assert/strict';

/** How often what takes time is measured at most, see {@link assertTakesLessThan}. */
const TRIES = 5;

/**
 * Until a test looks again at what it waits for, in ms: a tenth of how long it has waited. So a wait is known
 * to a tenth, and tests that wait long leave the machine to what they wait for.
 */
export const untilNextLook = (waitedMs: number): number => Math.min(Math.max(10, waitedMs / 10), 1000);

/** How long something takes, in ms. */
export async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

/** How long {@link work} took, in ms, where the limits were set. */
const PACE_MS = 20;

/** A piece of work that takes the processor alone. */
function work(): void {
  const rows = Array.from({ length: 100 }, (_, id) => ({
    id,
    name: `guest ${id}`,
    at: '2030-01-01T10:00:00Z',
  }));
  for (let round = 0; round < 300; round++) JSON.parse(JSON.stringify(rows));
}

/** By how much the machine is slower now than where the limits were set, at least 1. */
async function slowness(): Promise<number> {
  return Math.max(1, (await timed(async () => work())) / PACE_MS);
}

/**
 * Asserts that something takes less than so many ms, and answers how many it took. It is measured anew when
 * it took longer: whoever takes the machine's time just then spoils one measurement or two, slow code all of
 * them. A machine that is slower by half may take longer by half.
 *
 * @param measure answers the ms, see {@link timed}
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

/** Processor time of this thread for something, in ms: other programs on the machine do not count. */
export function processorMs(act: () => unknown): number {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** How many times larger the second input is, and how many times longer it may take: in between n and n². */
const [TIMES_LARGER, MOST_TIMES_LONGER] = [8, 24];

/**
 * Asserts that the time of something grows with its input, not with its square: measured at one size and at
 * eight times that size in turn, and measured again when something spoiled that.
 * @param size large enough that one run takes milliseconds
 * @param prepare makes what is measured for an input of that size
 */
export function assertGrowsLinearly(size: number, prepare: (size: number) => () => unknown): void {
  const [small, large] = [prepare(size), prepare(size * TIMES_LARGER)];
  const ratios: number[] = [];
  while (ratios.length < TRIES) {
    const smallMs = Math.max(1, processorMs(small), processorMs(small));
    const ratio = processorMs(large) / smallMs;
    if (ratio < MOST_TIMES_LONGER) return;
    ratios.push(Math.round(ratio));
  }
  assert.fail(`${TIMES_LARGER} times the input took ${ratios.join(', ')} times as long`);
}
