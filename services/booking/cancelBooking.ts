import { currentCall, runInCall } from '@venue-booking/kit/callContext';
import type { Log } from '@venue-booking/kit/log';
import { localAt } from '@venue-booking/kit/venueTime';
import { fail } from '@venue-booking/proto/failures';
import { findBooking } from './bookingStore.ts';
import { cancelDeadline } from './bookingView.ts';
import { changeStatus } from './changeStatus.ts';
import type { BookingDatabase } from './database.ts';
import type { Booking } from './gen/prisma/client.ts';

export type Deps = {
  database: BookingDatabase;
  release: (reservation: { venueId: number; bookingUid: string }) => Promise<unknown>;
  /** Says that the outbox has something. */
  changed: () => void;
  log: Log;
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
  const { database, release, changed, log } = deps;
  const { cancelUntilHours } = await database.venue.findUniqueOrThrow({ where: { id: venueId } });
  const startsFrom = actor === 'guest' ? { startsFrom: Date.now() + cancelUntilHours * 3600_000 } : {};
  const cancelled = await changeStatus(database, { venueId, id }, { to: 'cancelled', actor, ...startsFrom });
  if (cancelled) {
    changed();
    const call = { traceId: currentCall()?.traceId ?? '', deadlineAt: Date.now() + 3000 };
    await runInCall(call, () => release({ venueId, bookingUid: cancelled.uid })).catch((error: unknown) =>
      log.warn({ err: error }, 'places not given back yet, the event will'),
    );
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
