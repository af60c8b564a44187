import type { OfBooking } from '@venue-booking/proto/adminBooking';
import { requireBooking } from '../core/bookingStore.ts';
import { changeStatus } from '../core/changeStatus.ts';
import { historyFull } from '../core/historyLine.ts';
import { stateFailure } from '../core/stateFailure.ts';
import type { BookingDeps } from '../deps.ts';

/**
 * Takes back what was noted by mistake: the booking is confirmed again, and can be moved and cancelled.
 * @param undo.undoes what is taken back; nothing else is, as somebody else may have noted it meanwhile
 * @throws `booking_not_found`, `history_full`, a stateFailure when something else is noted
 */
export async function undoAttendance(
  { database, wakeWorkers }: Pick<BookingDeps, 'database' | 'wakeWorkers'>,
  booking: OfBooking,
  undo: { undoes: 'checked_in' | 'no_show'; actor: string },
): Promise<void> {
  if (await changeStatus(database, booking, { to: 'confirmed', ...undo })) return wakeWorkers();
  const { status } = await requireBooking(database, booking);
  throw status === undo.undoes ? historyFull() : stateFailure(status);
}
