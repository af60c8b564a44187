import { fromFields, toFields } from '@venue-booking/kit/postgres/columns';
import { CAP_NAMES, type CapName, type Caps } from '@venue-booking/proto/venue/caps';
import type { Venue } from './gen/prisma/client.ts';

/** The caps set by a venue. */
export const capsOfRow = (venue: Venue): Caps => fromFields(CAP_NAMES, venue);

/**
 * Columns for the caps in a request. Other caps keep their values.
 * `uncapped` names the caps that were set to null. Only the previous release reads it: without it, that
 * release would apply a default.
 */
export function capColumns(
  given: { [name in CapName]?: number | null | undefined },
  uncappedBefore: readonly string[],
) {
  const changed: readonly string[] = CAP_NAMES.filter((name) => given[name] !== undefined);
  const anyNumber = CAP_NAMES.filter((name) => given[name] === null);
  const others = uncappedBefore.filter((name) => !changed.includes(name));
  return { ...toFields(CAP_NAMES, given), uncapped: [...others, ...anyNumber] };
}
