import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { MAX_PRIVATE_SLOTS } from '@venue-booking/proto/facility/facility';
import { fail } from '@venue-booking/proto/failures';
import type { AvailabilityDatabase } from '../database.ts';

/** Local starts of the upcoming slots that one party has to itself, by time. @throws `venue_not_found` */
export async function privateSlots(
  { database }: { database: AvailabilityDatabase },
  { venueId, facilityId }: { venueId: number; facilityId: number },
): Promise<string[]> {
  const venue = await database.venue.findUnique({ where: { id: venueId } });
  if (!venue) throw fail('venue_not_found');
  const slots = await database.slot.findMany({
    select: { startsAt: true },
    where: { venueId, facilityId, startsAt: { gt: new Date() }, booked: { gt: 0 }, private: true },
    orderBy: { startsAt: 'asc' },
    take: MAX_PRIVATE_SLOTS,
  });
  return slots.map(({ startsAt }) => localAt(venue.timezone, startsAt.getTime()));
}
