import { withDeadline } from '@venue-booking/kit/messaging/callContext';
import type { AdminBookingDetail } from '@venue-booking/proto/adminBooking';
import type { Backends } from '../backends.ts';

/** Whoever stands at the desk does not wait longer than this to hear of payments. */
const BUDGET_MS = 1500;

/**
 * Bookings with their payments. While payments can't be looked up they are left out: what was asked is done
 * or known without them. What was never to be paid online has none, which takes no asking.
 */
export async function withPayments(
  payment: Backends['payment'],
  venueId: number,
  bookings: readonly AdminBookingDetail[],
): Promise<AdminBookingDetail[]> {
  const bookingIds = bookings.filter(({ payment_status }) => payment_status !== null).map(({ id }) => id);
  if (bookingIds.length === 0) return bookings.map((booking) => ({ ...booking, payments: [] }));
  try {
    const payments = await withDeadline(BUDGET_MS, () => payment.list.query({ venueId, bookingIds }));
    return bookings.map((booking) => ({ ...booking, payments: payments[booking.id] ?? [] }));
  } catch {
    return bookings.map(({ payments, ...booking }) => booking);
  }
}
