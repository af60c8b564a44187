import { fromFields, toFields } from '@venue-booking/kit/postgres/columns';
import { CAP_NAMES, type CapName, type Caps, capsOf } from '@venue-booking/proto/caps';
import type { Venue } from './gen/prisma/client.ts';

/** The caps that a venue chose. */
export const capsOfRow = (venue: Venue): Caps => capsOf(fromFields(CAP_NAMES, venue), venue.uncapped);

/** What is written of caps that are given; the others stay, chosen or not. */
export function capColumns(
  given: { [name in CapName]?: number | null | undefined },
  uncappedBefore: readonly string[],
) {
  const changed: readonly string[] = CAP_NAMES.filter((name) => given[name] !== undefined);
  const anyNumber = CAP_NAMES.filter((name) => given[name] === null);
  const others = uncappedBefore.filter((name) => !changed.includes(name));
  return { ...toFields(CAP_NAMES, given), uncapped: [...others, ...anyNumber] };
}
