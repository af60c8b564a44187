import { localAt } from '@venue-booking/kit/venueTime';
import { fail } from '@venue-booking/proto/failures';
import { findBooking } from './bookingStore.ts';
import { cancelDeadline } from './bookingView.ts';
import { changeStatus } from './changeStatus.ts';
import type { BookingDatabase } from './database.ts';
import type { Booking } from './gen/prisma/client.ts';

export type Deps = {
  database: BookingDatabase;
  giveBack: (venueId: number, bookingUid: string) => Promise<void>;
  /** Says that the outbox has something. */
  changed: () => void;
};

/**
 * Cancels a booking and gives its places back before it answers; should that fail, the event does it. Cancelling twice is cancelling
 * once. The guest may until the venue's deadline, the venue itself at any time.
 * @throws `booking_not_found`, `cancel_too_late`, `booking_state` when the booking has expired or its guest has been there
 */
export async function cancelBooking(
  deps: Deps,
  { venueId, id }: { venueId: number; id: number },
  actor: string,
): Promise<Booking> {
  const { database, giveBack, changed } = deps;
  const { cancelUntilHours } = await database.venue.findUniqueOrThrow({ where: { id: venueId } });
  const startsFrom = actor === 'guest' ? { startsFrom: Date.now() + cancelUntilHours * 3600_000 } : {};
  const cancelled = await changeStatus(database, { venueId, id }, { to: 'cancelled', actor, ...startsFrom });
  if (cancelled) {
    changed();
    await giveBack(venueId, cancelled.uid);
  }
  const row = await findBooking(database, { venueId, id });
  if (!row) throw fail('booking_not_found');
  if (row.status === 'cancelled') return row;
  if (row.status === 'confirmed' || row.status === 'pending_payment')
    throw fail('cancel_too_late', {
      until: localAt(row.timezone, cancelDeadline(row, cancelUntilHours)).replace('T', ' '),
    });
  throw fail('booking_state', { status: row.status });
}
