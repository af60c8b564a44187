import type { CapName, Caps } from '@venue-booking/proto/caps';
import { type Failure, fail } from '@venue-booking/proto/failures';
import { nextWork } from '@venue-booking/proto/proofOfWork';

/** What `booking.guest_held` counts: bookings, and places of a day or of all days, by whose they are. */
export type HeldName =
  | `${'open_holds' | 'coming_bookings'}_per_${Whose}`
  | `places_${'day' | 'horizon'}_per_${Whose}`;
export type Whose = 'email' | 'address' | 'network';

/** What a guest holds of a venue. */
export type Held = Record<HeldName, number>;

/** A guest who holds so much may not book. What is absent has no limit. */
export type Most = Partial<Record<HeldName, number>>;

type Status = 'pending_payment' | 'confirmed';

/** Limits of the venue's caps for a booking that is saved with this status. */
export function mostByCaps(caps: Caps, status: Status): Most {
  const what = status === 'pending_payment' ? 'open_holds' : 'coming_bookings';
  const most: Most = {};
  for (const whose of ['email', 'address', 'network'] as const) {
    const limit = caps[`max_${what}_per_${whose}` satisfies CapName];
    if (limit !== null) most[`${what}_per_${whose}`] = limit;
  }
  return most;
}

/** The first limit that a guest has reached; null: none. As `booking.guest_over`. */
export function limitReached(most: Most, held: Held): HeldName | null {
  const names = Object.keys(most).sort() as HeldName[];
  return names.find((name) => held[name] >= (most[name] ?? Number.POSITIVE_INFINITY)) ?? null;
}

const isOfPlaces = (name: HeldName) => name.startsWith('places');

/** Why a guest's own change that meets a limit is refused: a ticket page brings no proof of work. */
export const changeLimitFailure = (reached: HeldName): Failure =>
  fail(isOfPlaces(reached) ? 'change_crowded' : 'too_many_coming');

/**
 * Why a booking that meets a limit is refused.
 * @param work the work that it brought
 */
export function limitFailure(reached: HeldName, work: number): Failure {
  if (isOfPlaces(reached)) return fail('proof_needed', { work: nextWork(work) });
  return fail(reached.startsWith('open_holds') ? 'too_many_holds' : 'too_many_coming');
}
