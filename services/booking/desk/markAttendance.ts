import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { formatMoment } from '@venue-booking/domain/wording/formats';
import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { fail, inBothLanguages } from '@venue-booking/proto/failures';
import { requireBooking, requireVenue } from '../core/bookingStore.ts';
import { changeStatus } from '../core/changeStatus.ts';
import type { BookingDeps } from '../core/deps.ts';
import { stateFailure } from '../core/stateFailure.ts';

/**
 * Marks a guest as checked in, from the venue's hours before the start on, or as a no-show, from the start
 * on. Works only once, so that the door notices a ticket that is shown a second time.
 * @throws `booking_not_found`, `check_in_too_early`, `not_begun`, a stateFailure if it is not confirmed
 */
export async function markAttendance(
  { database, publish, wakeWorkers }: Pick<BookingDeps, 'database' | 'publish' | 'wakeWorkers'>,
  booking: OfBooking,
  { to, actor }: { to: 'checked_in' | 'no_show'; actor: string },
): Promise<void> {
  const hours = to === 'no_show' ? 0 : (await requireVenue(database, booking.venueId)).checkInFromHours;
  const earlyMs = hours * 3600_000;
  if (await changeStatus({ database, publish }, booking, { to, actor, startsUntil: Date.now() + earlyMs }))
    return wakeWorkers();
  const row = await requireBooking(database, booking);
  if (row.status !== 'confirmed') throw stateFailure(row.status);
  if (to === 'no_show') throw fail('not_begun');
  const from = localAt(row.timezone, row.startsAt.getTime() - earlyMs);
  const params = inBothLanguages('from', (language) => formatMoment(from, language));
  throw fail('check_in_too_early', params);
}
