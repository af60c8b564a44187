import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import type { BookingCancellation } from '@venue-booking/proto/booking/adminBooking';
import { type Deps as CancelDeps, writeCancellation } from '../core/cancelBooking.ts';
import { queueMailTogether } from '../mail/queue/queueMailTogether.ts';
import { queueVenueNotice } from '../mail/venue/queueVenueNotices.ts';
import { comingDates } from './comingDates.ts';
import { releaseAll } from './releaseAll.ts';
import type { OfSeries } from './seriesView.ts';

/**
 * Cancels the coming dates of a series in one transaction, each by the money rules of its booking, with one
 * mail. Idempotent: cancelled dates stay as they are. The places are released afterwards; if that fails, the
 * events of the cancellations cause it.
 * @param by.from_booking the booking from which on; absent: all coming dates
 * @throws `series_not_found`, `booking_not_found`, and the failures of `cancelBooking`: nothing was cancelled
 */
export async function cancelSeries(
  deps: CancelDeps,
  of: OfSeries,
  {
    from_booking: fromBooking,
    ...by
  }: {
    from_booking?: number | undefined;
    refund?: BookingCancellation['refund'];
    actor: string;
    unpaidOnly: boolean;
  },
): Promise<void> {
  const { database, publish } = deps;
  const { venueId } = of;
  const ids = (await comingDates(database, of, fromBooking)).map(({ id }) => Number(id));
  if (ids.length === 0) return;
  const uids = await retryConflicts(() =>
    database.raw.$transaction(async (tx) => {
      // A concurrent request may have cancelled some and mailed about them.
      const standing = await tx.$queryRaw<{ id: bigint }[]>`
        SELECT id FROM booking.booking
        WHERE id = ANY(${ids}::bigint[]) AND venue_id + 0 = ${venueId} AND status <> 'cancelled'
        ORDER BY id FOR UPDATE`;
      const due = ids.filter((id) => standing.some((row) => Number(row.id) === id));
      const [first] = due;
      if (first === undefined) return [];
      const cancelled: (string | null)[] = [];
      for (const id of due)
        cancelled.push(
          await writeCancellation(
            { database: tx, publish },
            { venueId, id },
            { guest: false, together: true, ...by },
          ),
        );
      await queueMailTogether(tx, { venueId, ids: due, kind: 'cancelled' });
      await queueVenueNotice(tx, { venueId, id: first, subject: 'events.booking.booking_status_changed' });
      return cancelled;
    }),
  );
  deps.wakeWorkers();
  await releaseAll(
    deps,
    venueId,
    uids.filter((uid) => uid !== null),
  );
}
