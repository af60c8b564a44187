import { bookingDayAt } from '@venue-booking/domain/schedule/venueTime';
import { requireVenue } from '../core/bookingStore.ts';
import type { BookingTx } from '../database.ts';

/**
 * The day of the till that money counts for now: the venue's current booking day.
 * @param of.dayStart HH:MM at which a booking day starts
 */
export async function currentTillDay(
  tx: BookingTx,
  { venueId, dayStart }: { venueId: number; dayStart: string },
): Promise<string> {
  const { timezone } = await requireVenue(tx, venueId);
  return bookingDayAt(timezone, dayStart, Date.now());
}
