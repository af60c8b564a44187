import { callDeadline } from '@venue-booking/kit/concurrency/callContext';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { GuestCancellation } from '@venue-booking/proto/booking/adminBooking';
import { type Deps as CancelDeps, cancelBooking } from '../core/cancelBooking.ts';
import type { BookingDeps } from '../core/deps.ts';
import { mailboxHash } from '../limits/guestHashes.ts';

type Deps = CancelDeps & Pick<BookingDeps, 'hashKey'>;

/** Maximum bookings per request; the caller repeats the request for the rest. */
const BATCH = 200;
/**
 * Concurrent cancellations. Each mostly waits for the database and the ledger, which other requests use too.
 */
const CONCURRENCY = 4;
/** No further cancellation starts with less time than this left for the request. */
const SPARE_MS = 1500;

/**
 * Cancels a guest's coming bookings at a venue, soonest first, each like a single cancellation. It finds the
 * guest by the email address, ignoring case, and online bookings also by the same mailbox. Returns how many
 * are left for another request. Idempotent.
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
  const until = callDeadline() - SPARE_MS;
  const cancel = async ({ id }: { id: bigint }) => {
    try {
      await cancelBooking(deps, { venueId, id: Number(id) }, { guest: false, actor });
    } catch (error) {
      // Expired or begun concurrently: nothing left to cancel.
      if (!failureOf(error)?.code.startsWith('booking_')) throw error;
    }
  };
  const total = Math.min(coming.length, BATCH);
  let cancelled = 0;
  while (cancelled < total && Date.now() <= until) {
    const together = coming.slice(cancelled, Math.min(cancelled + CONCURRENCY, total));
    await Promise.all(together.map(cancel));
    cancelled += together.length;
  }
  return { cancelled_bookings: cancelled, left_bookings: coming.length - cancelled };
}
