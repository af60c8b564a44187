import { nextWork } from '@venue-booking/domain/booking/nextWork';
import { type Failure, fail } from '@venue-booking/proto/failures';
import type { CapName, Caps } from '@venue-booking/proto/venue/caps';

/**
 * Counts of `booking.guest_held`: bookings, and places on the day or in the horizon, per mailbox, address and
 * network.
 */
export type GuestCountName =
  | `${'open_holds' | 'coming_bookings'}_per_${GuestKey}`
  | `places_${'day' | 'horizon'}_per_${GuestKey}`;
export type GuestKey = 'email' | 'address' | 'network';

/** A guest's counts at a venue. */
export type GuestCounts = Record<GuestCountName, number>;

/** Maximum of each count; a guest who has reached one may not book. Absent: no limit. */
export type GuestLimits = Partial<Record<GuestCountName, number>>;

type Status = 'pending_payment' | 'confirmed';

/** The venue's caps for a booking that is saved with this status. */
export function capLimits(caps: Caps, status: Status): GuestLimits {
  const what = status === 'pending_payment' ? 'open_holds' : 'coming_bookings';
  const limits: GuestLimits = {};
  for (const key of ['email', 'address', 'network'] as const) {
    const limit = caps[`max_${what}_per_${key}` satisfies CapName];
    if (limit !== null) limits[`${what}_per_${key}`] = limit;
  }
  return limits;
}

/** The first limit that a guest has reached; null: none. Matches the SQL function `booking.guest_over`. */
export function limitReached(limits: GuestLimits, held: GuestCounts): GuestCountName | null {
  const names = Object.keys(limits).sort() as GuestCountName[];
  return names.find((name) => held[name] >= (limits[name] ?? Number.POSITIVE_INFINITY)) ?? null;
}

const isOfPlaces = (name: GuestCountName) => name.startsWith('places');

/** The failure of a guest's own change at a limit. The ticket page cannot bring a proof of work. */
export const changeLimitFailure = (reached: GuestCountName): Failure =>
  fail(isOfPlaces(reached) ? 'change_crowded' : 'too_many_coming');

/**
 * The failure of a booking at a limit.
 * @param work the proof of work in the request
 */
export function limitFailure(reached: GuestCountName, work: number): Failure {
  if (isOfPlaces(reached)) return fail('proof_needed', { work: nextWork(work) });
  return fail(reached.startsWith('open_holds') ? 'too_many_holds' : 'too_many_coming');
}
