const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Backoff after the first, second, … attempt; the last value repeats. */
const BACKOFF = [
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
const GIVE_UP_AFTER = 72 * HOUR;

/**
 * The backoff before the next attempt in ms, or null to give up.
 * @param tried.attempts attempts so far, 1 after the first
 * @param tried.ageMs time since it was queued
 * @param random 0 to 1: adds up to a fifth of jitter, so that deliveries that failed together retry apart
 */
export function backoffMs(tried: { attempts: number; ageMs: number }, random: number): number | null {
  const wait = BACKOFF[Math.min(tried.attempts, BACKOFF.length) - 1] ?? SECOND;
  const jittered = Math.round(wait * (1 + random / 5));
  return tried.ageMs + jittered > GIVE_UP_AFTER ? null : jittered;
}
