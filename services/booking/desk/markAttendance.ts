import { fail } from '@venue-booking/proto/failures';
import { findBooking } from '../bookingStore.ts';
import { changeStatus } from '../changeStatus.ts';
import type { BookingDatabase } from '../database.ts';
import { stateFailure } from '../stateFailure.ts';

/**
 * Notes that a guest is there, or did not come. Once only: a ticket that is shown a second time must be noticed at the door.
 * @throws `booking_not_found`, `not_begun`, a stateFailure when it is not confirmed, or not any more
 */
export async function markAttendance(
  { database, changed }: { database: BookingDatabase; changed: () => void },
  booking: { venueId: number; id: number },
  { to, actor }: { to: 'checked_in' | 'no_show'; actor: string },
): Promise<void> {
  const startsUntil = to === 'no_show' ? { startsUntil: Date.now() } : {};
  if (await changeStatus(database, booking, { to, actor, ...startsUntil })) return changed();
  const row = await findBooking(database, booking);
  if (!row) throw fail('booking_not_found');
  throw to === 'no_show' && row.status === 'confirmed' ? fail('not_begun') : stateFailure(row.status);
}
