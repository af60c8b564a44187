import { CAP_NAMES, type CapName, type Caps, capsOf } from '@venue-booking/proto/caps';
import type { Venue } from './gen/prisma/client.ts';

/**
 * Where the numbers stand that a venue chose. The release before knows no `uncapped`, and no default: null is
 * any number to it.
 */
const columns = {
  max_open_holds_per_address: 'maxOpenHoldsPerAddress',
  max_open_holds_per_email: 'maxOpenHoldsPerEmail',
  max_open_holds_per_network: 'maxOpenHoldsPerNetwork',
  max_coming_bookings_per_address: 'maxComingBookingsPerAddress',
  max_coming_bookings_per_email: 'maxComingBookingsPerEmail',
  max_coming_bookings_per_network: 'maxComingBookingsPerNetwork',
} as const satisfies Record<CapName, keyof Venue>;
type CapColumns = Partial<Record<(typeof columns)[CapName], number | null>>;

export const capsOfRow = (venue: Venue): Caps =>
  capsOf(
    Object.fromEntries(CAP_NAMES.map((name) => [name, venue[columns[name]]])) as Record<
      CapName,
      number | null
    >,
    venue.uncapped,
  );

/** What is written of caps that are given; the others stay, chosen or not. */
export function capColumns(
  given: { [name in CapName]?: number | null | undefined },
  uncappedBefore: readonly string[],
): CapColumns & { uncapped: string[] } {
  const changed = CAP_NAMES.filter((name) => given[name] !== undefined);
  const numbers: CapColumns = {};
  for (const name of changed) numbers[columns[name]] = given[name] ?? null;
  const others = uncappedBefore.filter((name) => !(changed as string[]).includes(name));
  return { ...numbers, uncapped: [...others, ...changed.filter((name) => given[name] === null)] };
}
