import { localAt } from '@venue-booking/kit/venueTime';
import { fail } from '@venue-booking/proto/failures';
import type { BookingDatabase } from '../database.ts';
import { findBooking } from './bookingStore.ts';
import { cancelDeadline } from './bookingView.ts';
import { changeStatus } from './changeStatus.ts';
import { stateFailure } from './stateFailure.ts';

export type Deps = {
  database: BookingDatabase;
  giveBack: (venueId: number, bookingUid: string) => Promise<void>;
  /** Says that there is something to publish, to mail or to deliver. */
  wakeWorkers: () => void;
};

/**
 * Cancels a booking and gives its places back before it answers; should that fail, the event does it.
 * Cancelling twice is cancelling once. The guest may until the venue's deadline, the venue itself at any
 * time.
 * @param by.actor as the history tells it
 * @param by.refund whether what was paid goes back; money that comes in later does in any case
 * @param by.unpaidOnly leaves alone what was paid online, as cancelling it gives the money back
 * @throws `booking_not_found`, `cancel_too_late`, `owner_only`, a stateFailure when the booking has expired
 * or its guest has been there
 */
export async function cancelBooking(
  deps: Deps,
  { venueId, id }: { venueId: number; id: number },
  by: { guest: true } | { guest: false; actor: string; refund?: boolean | undefined; unpaidOnly?: boolean },
): Promise<void> {
  const { database, giveBack, wakeWorkers } = deps;
  const { cancelUntilHours } = await database.venue.findUniqueOrThrow({ where: { id: venueId } });
  const change = by.guest
    ? { actor: 'guest', startsFrom: Date.now() + cancelUntilHours * 3600_000 }
    : { actor: by.actor, keepMoney: by.refund === false, unpaidOnly: by.unpaidOnly ?? false };
  if (await changeStatus(database, { venueId, id }, { to: 'cancelled', ...change })) wakeWorkers();
  const row = await findBooking(database, { venueId, id });
  if (!row) throw fail('booking_not_found');
  // Also when it was cancelled before: that may have been a moment ago, by somebody who has not come to this
  // yet.
  if (row.status === 'cancelled') return giveBack(venueId, row.uid);
  if (!by.guest && row.paymentStatus === 'paid') throw fail('owner_only');
  if (row.status === 'confirmed' || row.status === 'pending_payment') {
    const until = localAt(row.timezone, cancelDeadline(row, cancelUntilHours)).replace('T', ' ');
    throw fail('cancel_too_late', { until });
  }
  throw stateFailure(row.status);
}
