import { bookingDayAt, localAt } from '@venue-booking/domain/schedule/venueTime';
import {
  type BlockQuery,
  MAX_BLOCKS,
  type Block as PublicBlock,
} from '@venue-booking/proto/booking/calendar';
import { fail } from '@venue-booking/proto/failures';
import { type Block, findBlocks } from '../blocks/blockStore.ts';
import type { AvailabilityDatabase } from '../database.ts';
import { bookingDay, type OpeningRules } from '../schedule/schedule.ts';

/** The blocks that touch some booking days. @throws `venue_not_found`, `range_reversed` */
export async function listBlocks(
  { database }: { database: AvailabilityDatabase },
  { venueId, from, to }: BlockQuery & { venueId: number },
): Promise<PublicBlock[]> {
  const venue = await database.venue.findUnique({ where: { id: venueId } });
  if (!venue) throw fail('venue_not_found');
  const first = from ?? bookingDayAt(venue.timezone, venue.dayStart, Date.now());
  if (to !== undefined && to < first) throw fail('range_reversed');
  const { startsAt } = bookingDay(venue, first);
  const endsAt = to === undefined ? null : bookingDay(venue, to).endsAt;
  const blocks = await findBlocks(database, { venueId, startsAt, endsAt }, MAX_BLOCKS);
  return blocks.map((block) => toPublicBlock(venue, block));
}

export const toPublicBlock = (
  { timezone }: Pick<OpeningRules, 'timezone'>,
  { id, facilityId, roomId, startsAt, endsAt, reason }: Block,
): PublicBlock => ({
  id,
  facility_id: facilityId,
  room_id: roomId,
  starts_at: localAt(timezone, startsAt),
  ends_at: localAt(timezone, endsAt),
  reason,
});
