import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import { type Failure, type FailureCode, fail } from '@venue-booking/proto/failures';

const codes: Record<BookingStatus, FailureCode> = {
  pending_payment: 'booking_unpaid',
  confirmed: 'booking_confirmed',
  expired: 'booking_expired',
  cancelled: 'booking_cancelled',
  checked_in: 'booking_checked_in',
  no_show: 'booking_no_show',
};

/** The failure for an action that the booking's status does not allow. */
export const stateFailure = (status: string): Failure => fail(codes[status as BookingStatus]);
