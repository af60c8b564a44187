import type { CapName, Caps } from '@venue-booking/proto/caps';
import { type Failure, fail } from '@venue-booking/proto/failures';
import { nextWork } from '@venue-booking/proto/proofOfWork';

/**
 * Counts of `booking.guest_held`: bookings, and places on the day or in the horizon, per mailbox, address and
 * network.
 */
export type HeldName =
  | `${'open_holds' | 'coming_bookings'}_per_${Whose}`
  | `places_${'day' | 'horizon'}_per_${Whose}`;
export type Whose = 'email' | 'address' | 'network';

/** A guest's counts at a venue. */
export type Held = Record<HeldName, number>;

/** Maximum of each count; a guest who has reached one may not book. Absent: no limit. */
export type GuestLimits = Partial<Record<HeldName, number>>;

type Status = 'pending_payment' | 'confirmed';

/** The venue's caps for a booking that is saved with this status. */
export function capLimits(caps: Caps, status: Status): GuestLimits {
  const what = status === 'pending_payment' ? 'open_holds' : 'coming_bookings';
  const most: GuestLimits = {};
  for (const whose of ['email', 'address', 'network'] as const) {
    const limit = caps[`max_${what}_per_${whose}` satisfies CapName];
    if (limit !== null) most[`${what}_per_${whose}`] = limit;
  }
  return most;
}

/** The first limit that a guest has reached; null: none. Matches the SQL function `booking.guest_over`. */
export function limitReached(most: GuestLimits, held: Held): HeldName | null {
  const names = Object.keys(most).sort() as HeldName[];
  return names.find((name) => held[name] >= (most[name] ?? Number.POSITIVE_INFINITY)) ?? null;
}

const isOfPlaces = (name: HeldName) => name.startsWith('places');

/** The failure of a guest's own change at a limit. The ticket page cannot bring a proof of work. */
export const changeLimitFailure = (reached: HeldName): Failure =>
  fail(isOfPlaces(reached) ? 'change_crowded' : 'too_many_coming');

/**
 * The failure of a booking at a limit.
 * @param work the proof of work in the request
 */
export function limitFailure(reached: HeldName, work: number): Failure {
  if (isOfPlaces(reached)) return fail('proof_needed', { work: nextWork(work) });
  return fail(reached.startsWith('open_holds') ? 'too_many_holds' : 'too_many_coming');
}
