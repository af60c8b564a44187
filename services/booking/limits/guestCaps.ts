import type { CapName, Caps } from '@venue-booking/proto/caps';
import { type Failure, fail } from '@venue-booking/proto/failures';

/** What counts for a booking that is saved as such, as `booking.guest_counts` names it. */
const COUNTS = {
  pending_payment: ['open_holds_per_email', 'open_holds_per_address', 'open_holds_per_network'],
  confirmed: ['coming_bookings_per_email', 'coming_bookings_per_address', 'coming_bookings_per_network'],
} as const;
type Status = keyof typeof COUNTS;
type CountName = (typeof COUNTS)[Status][number];

/** What a guest holds of a venue: unpaid holds, and bookings to come that nothing was paid for online. */
export type GuestCounts = Record<CountName, number>;

const capOf = (caps: Caps, name: CountName): number | null => caps[`max_${name}` satisfies CapName];

/** What one more booking has to stay below, by mailbox, address and network; null: any number. */
export const capsFor = (caps: Caps, status: Status): (number | null)[] =>
  COUNTS[status].map((name) => capOf(caps, name));

/** Refuses a guest who holds so much one more booking. @throws `too_many_holds`, `too_many_coming` */
export function checkCaps(caps: Caps, status: Status, counts: GuestCounts): void {
  const isFull = COUNTS[status].some(
    (name) => counts[name] >= (capOf(caps, name) ?? Number.POSITIVE_INFINITY),
  );
  if (isFull) throw tooMany(status);
}

export const tooMany = (status: Status): Failure =>
  fail(status === 'pending_payment' ? 'too_many_holds' : 'too_many_coming');
