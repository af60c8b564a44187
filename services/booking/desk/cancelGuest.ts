import { deadlineOfCall } from '@venue-booking/kit/messaging/callContext';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { GuestCancellation } from '@venue-booking/proto/adminBooking';
import { type Deps as CancelDeps, cancelBooking } from '../core/cancelBooking.ts';
import type { BookingDeps } from '../deps.ts';
import { mailboxHash } from '../limits/countedBy.ts';

type Deps = CancelDeps & Pick<BookingDeps, 'hashKey'>;

/** Bookings of one request; more are left for the next. */
const BATCH = 200;
/** So many of these at a time: one mostly waits for the database and the ledger, which others ask too. */
const AT_ONCE = 4;
/** What is left of the request's time when no others are begun. */
const SPARE_MS = 1500;

/**
 * Cancels what a guest has coming at a venue, soonest first, each as if it were cancelled by itself. The
 * guest is the e-mail address in whatever case or, for what was booked online, whatever ends in the same
 * mailbox. Answers how many are left for another request; asked again it cancels nothing twice.
 */
export async function cancelGuest(
  deps: Deps,
  { venueId, email, actor }: { venueId: number; email: string; actor: string },
): Promise<GuestCancellation> {
  const coming = await deps.database.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM booking.booking
    WHERE venue_id = ${venueId} AND status IN ('pending_payment', 'confirmed') AND starts_at > now()
      AND (mailbox_hash = ${mailboxHash(deps.hashKey, email)} OR (lower(customer_email) = lower(${email}) AND erased_at IS NULL))
    ORDER BY starts_at, id`;
  const until = deadlineOfCall() - SPARE_MS;
  const cancel = async ({ id }: { id: bigint }) => {
    try {
      await cancelBooking(deps, { venueId, id: Number(id) }, { guest: false, actor });
    } catch (error) {
      // It has expired or begun meanwhile: there is nothing left to cancel.
      if (!failureOf(error)?.code.startsWith('booking_')) throw error;
    }
  };
  const most = Math.min(coming.length, BATCH);
  let cancelled = 0;
  while (cancelled < most && Date.now() <= until) {
    const together = coming.slice(cancelled, Math.min(cancelled + AT_ONCE, most));
    await Promise.all(together.map(cancel));
    cancelled += together.length;
  }
  return { cancelled_bookings: cancelled, left_bookings: coming.length - cancelled };
}
