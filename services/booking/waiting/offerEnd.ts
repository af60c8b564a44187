const MINUTE_MS = 60_000;
/** Shortest time to respond to an offer. */
const LEAST_MS = 5 * MINUTE_MS;
/** The part of the time until the start that an offer may take, so that several guests can be asked. */
const PART = 4;

/**
 * When an offer ends: after the facility's `offer_minutes`, earlier close to the start of the slot, and never
 * after it. Instants in ms since 1970.
 */
export function offerEnd(offerMinutes: number, startsAt: number, now: number): number {
  const part = Math.max((startsAt - now) / PART, LEAST_MS);
  return Math.min(now + Math.min(offerMinutes * MINUTE_MS, part), startsAt);
}
