import type { AdminBookingDetail } from '@venue-booking/proto/adminBooking';
import { fail } from '@venue-booking/proto/failures';
import { toAdminBooking } from '../bookingView.ts';
import type { BookingDatabase } from '../database.ts';

/** One booking of a venue with its history. @throws `booking_not_found` */
export async function showBooking(
  deps: {
    database: BookingDatabase;
    ticketUrl: (booking: { venueId: number; id: number }) => Promise<string>;
  },
  { venueId, id }: { venueId: number; id: number },
): Promise<AdminBookingDetail> {
  const row = await deps.database.booking.findUnique({
    where: { venueId_id: { venueId, id: BigInt(id) } },
    include: { history: { orderBy: { seq: 'asc' } } },
  });
  if (!row) throw fail('booking_not_found');
  return {
    ...toAdminBooking(row),
    ticket_url: await deps.ticketUrl({ venueId, id }),
    payments: [],
    history: row.history.map(({ at, actor, action }) => ({ at: at.toISOString(), actor, action })),
  };
}
