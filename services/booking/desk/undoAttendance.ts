import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { changeArrivals } from '../checkIn/changeArrivals.ts';
import { requireBooking } from '../core/bookingStore.ts';
import { changeStatus } from '../core/changeStatus.ts';
import type { BookingDeps } from '../core/deps.ts';
import { historyFull } from '../core/historyLine.ts';
import { stateFailure } from '../core/stateFailure.ts';

/**
 * Undoes a mistaken check-in or no-show: the booking is confirmed again and can be moved and cancelled.
 * @param undo.undoes the status to undo; nothing changes if the booking has another one by now
 * Undoing a no-show of a checked-in booking expects the rest of its party again.
 * @throws `booking_not_found`, `history_full`, a stateFailure if the booking has another status
 */
export async function undoAttendance(
  { database, publish, wakeWorkers }: Pick<BookingDeps, 'database' | 'publish' | 'wakeWorkers'>,
  booking: OfBooking,
  undo: { undoes: 'checked_in' | 'no_show'; actor: string },
): Promise<void> {
  if (await changeStatus({ database, publish }, booking, { to: 'confirmed', ...undo })) return wakeWorkers();
  const rest = { actor: undo.actor, restAbsent: false };
  if (undo.undoes === 'no_show' && (await changeArrivals({ database, publish }, booking, rest)))
    return wakeWorkers();
  const { status } = await requireBooking(database, booking);
  throw status === undo.undoes ? historyFull() : stateFailure(status);
}
