import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import type { Block } from '@venue-booking/proto/booking/calendar';
import { fail } from '@venue-booking/proto/failures';
import { facilitiesIn, mirrorUnblocked, removeBlock } from '../blocks/blockStore.ts';
import type { AvailabilityDatabase } from '../database.ts';
import { toPublicBlock } from '../reads/listBlocks.ts';

/**
 * Removes a block, so that its times can be booked again. Returns it with the facilities that it covered.
 * @throws `block_not_found`
 */
export async function liftBlock(
  { database }: { database: AvailabilityDatabase },
  { venueId, id }: { venueId: number; id: number },
): Promise<{ block: Block; facilityIds: number[] }> {
  const venue = await database.venue.findUnique({ where: { id: venueId } });
  const block = await retryConflicts(() => removeBlock(database, { venueId, id }));
  if (!venue || !block) throw fail('block_not_found');
  await retryConflicts(() => mirrorUnblocked(database, { venueId, ...block }));
  return { block: toPublicBlock(venue, block), facilityIds: await facilitiesIn(database, venueId, block) };
}
