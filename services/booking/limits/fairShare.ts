import { MAX_WORK, WORKS, type Work } from '@venue-booking/proto/booking/proofOfWork';
import { type GuestCounts, type GuestKey, type GuestLimits, limitReached } from './guestLimits.ts';

/**
 * Limits on the places that one guest may book without a proof of work, and the work for each further step. A
 * limit is a share of what the venue offers on the day and over the booking horizon. So an office, a campus
 * or a carrier is never rejected while places are free, and each further place costs an attacker more work.
 * See docs/decisions/0096-shares-instead-of-fixed-caps.md.
 */

/** Places that a venue offers: on the slot's booking day (instants in ms) and over the booking horizon. */
export type Offer = {
  day: { startsAt: number; endsAt: number; places: number };
  horizon: number;
  /** Places that a private booking takes, by the facility's id. */
  privatePlaces: Record<string, number>;
};

/**
 * Places without a proof, even at a small venue: 20 bookings an hour (the public API's limit per address) for
 * two people each.
 */
const FREE_PLACES = 40;

/**
 * Share of the offer that each step of work allows. A network has many guests, so its share is twice as
 * large.
 */
const SHARE_PER_STEP: Record<GuestKey, { day: number; horizon: number }> = {
  email: { day: 0.05, horizon: 0.025 },
  address: { day: 0.05, horizon: 0.025 },
  network: { day: 0.1, horizon: 0.05 },
};

/** The work that a request brought; 0 for none. */
export type ProvenWork = 0 | Work;

/**
 * The limits on a guest's places at a given work. The maximum work has no limit, so that every guest can
 * book.
 */
export function shareLimits(work: ProvenWork, { day, horizon }: Offer): GuestLimits {
  if (work === MAX_WORK) return {};
  const steps = work === 0 ? 1 : WORKS.indexOf(work) + 2;
  const limits: GuestLimits = {};
  for (const [key, share] of Object.entries(SHARE_PER_STEP) as [
    GuestKey,
    (typeof SHARE_PER_STEP)[GuestKey],
  ][]) {
    limits[`places_day_per_${key}`] = Math.max(FREE_PLACES, Math.floor(day.places * share.day * steps));
    limits[`places_horizon_per_${key}`] = Math.max(FREE_PLACES, Math.floor(horizon * share.horizon * steps));
  }
  return limits;
}

/** The least work that lets a guest with these counts book. A first booking needs none, whatever its size. */
export const requiredWork = (held: GuestCounts, offer: Offer): ProvenWork =>
  ([0, ...WORKS] as const).find((work) => limitReached(shareLimits(work, offer), held) === null) ?? MAX_WORK;
