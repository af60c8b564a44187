import type { AvailabilityDatabase } from '../database.ts';
import { releasePlaces } from '../ledger/ledger.ts';
import { findSlot } from '../reads/slotReads.ts';
import { endWithGrid } from '../slots/slotStore.ts';

/**
 * Releases the places of a booking. Idempotent. A free slot whose capacity is its own ends with the grid
 * again: a longer booking off the grid would otherwise leave that capacity to the next slot.
 */
export async function release(
  database: AvailabilityDatabase,
  { venueId, bookingUid }: { venueId: number; bookingUid: string },
): Promise<void> {
  const slotId = await releasePlaces(database, venueId, bookingUid);
  const found = slotId === null ? null : await findSlot({ database }, venueId, slotId);
  if (found) await endWithGrid(database, venueId, found.slot);
}
