const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Wait after the first, second, … attempt; after those, the last one again and again. */
const WAITS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
];
const TRY_FOR = 72 * HOUR;

/**
 * How long to wait before trying again, or null to give up. All in ms.
 * @param tried.attempts attempts so far, 1 after the first
 * @param tried.forMs time since it was queued
 * @param random 0 to 1: a wait is up to a fifth longer, so that those that failed together do not come back
 * together
 */
export function waitBeforeRetry(tried: { attempts: number; forMs: number }, random: number): number | null {
  const wait = WAITS[Math.min(tried.attempts, WAITS.length) - 1] ?? SECOND;
  const jittered = Math.round(wait * (1 + random / 5));
  return tried.forMs + jittered > TRY_FOR ? null : jittered;
}
