import { MOST_WORK, WORKS, type Work } from '@venue-booking/proto/proofOfWork';
import { type Held, limitReached, type Most, type Whose } from './guestLimits.ts';

/**
 * How many places one guest holds without a proof of work, and how much work each further part costs. Shares
 * are of what the venue offers on the day and over the booking horizon, so that an office, a campus or a
 * carrier is never refused while places are free, and each further place costs an attacker more work.
 * See docs/decisions/0096-shares-instead-of-fixed-caps.md.
 */

/** What a venue offers: places on the slot's booking day (instants in ms), and over the booking horizon. */
export type Offer = {
  day: { startsAt: number; endsAt: number; places: number };
  horizon: number;
  /** Places that one booking takes of a facility that is booked as a whole, by its id. */
  privatePlaces: Record<string, number>;
};

/**
 * Places that everybody may hold without a proof, however small the venue: the 20 bookings an hour that the
 * public API allows one address, for two people each.
 */
const FREE_PLACES = 40;

/** Share of the offer that each step of work allows. A network has many guests, so it gets twice as much. */
const STEP: Record<Whose, { day: number; horizon: number }> = {
  email: { day: 0.05, horizon: 0.025 },
  address: { day: 0.05, horizon: 0.025 },
  network: { day: 0.1, horizon: 0.05 },
};

/** The work of a booking: 0 for none. */
export type Brought = 0 | Work;

/**
 * Places with which a guest may book who brings so much work. The hardest work has no limit: nobody is shut
 * out.
 */
export function mostPlaces(work: Brought, { day, horizon }: Offer): Most {
  if (work === MOST_WORK) return {};
  const steps = work === 0 ? 1 : WORKS.indexOf(work) + 2;
  const most: Most = {};
  for (const [whose, share] of Object.entries(STEP) as [Whose, (typeof STEP)[Whose]][]) {
    most[`places_day_per_${whose}`] = Math.max(FREE_PLACES, Math.floor(day.places * share.day * steps));
    most[`places_horizon_per_${whose}`] = Math.max(FREE_PLACES, Math.floor(horizon * share.horizon * steps));
  }
  return most;
}

/**
 * The least work with which a guest who holds so much may book. A first booking needs none, however large.
 */
export const workFor = (held: Held, offer: Offer): Brought =>
  ([0, ...WORKS] as const).find((work) => limitReached(mostPlaces(work, offer), held) === null) ?? MOST_WORK;
