import type { Reservation } from '../core/bookingStore.ts';
import type { Deps } from '../core/cancelBooking.ts';
import { changeStatus } from '../core/changeStatus.ts';

/** Maximum holds that expire together. */
const BATCH = 20;

/**
 * Expires unpaid holds after their grace period, even without an event from payment. Returns whether there
 * may be more.
 */
export async function expireHolds({ database, publish, releasePlaces, wakeWorkers }: Deps): Promise<boolean> {
  const due = await database.$queryRaw<(Reservation & { id: bigint })[]>`
    SELECT venue_id AS "venueId", id, uid::text AS "bookingUid" FROM booking.booking
    WHERE status = 'pending_payment' AND grace_until < now() ORDER BY grace_until LIMIT ${BATCH}`;
  await Promise.all(
    due.map(async ({ venueId, id, bookingUid }) => {
      const of = { venueId, id: Number(id) };
      if (!(await changeStatus({ database, publish }, of, { to: 'expired', actor: 'system' }))) return;
      wakeWorkers();
      await releasePlaces(venueId, bookingUid);
    }),
  );
  return due.length === BATCH;
}
