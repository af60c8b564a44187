import type { BookingStatus } from '@venue-booking/proto/bookingStatus';
import { type Failure, type FailureCode, fail } from '@venue-booking/proto/failures';

const codes: Record<BookingStatus, FailureCode> = {
  pending_payment: 'booking_unpaid',
  confirmed: 'booking_confirmed',
  expired: 'booking_expired',
  cancelled: 'booking_cancelled',
  checked_in: 'booking_checked_in',
  no_show: 'booking_no_show',
};

/** Why something can't be done with a booking, where its status is the reason. */
export const stateFailure = (status: string): Failure => fail(codes[status as BookingStatus]);
