import { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';

/** Allowed status transitions. */
export const nextStatuses = {
  pending_payment: ['confirmed', 'expired', 'cancelled'],
  confirmed: ['cancelled', 'checked_in', 'no_show'],
  // A late payment while the places were still free.
  expired: ['confirmed'],
  cancelled: [],
  // The venue undoes a mistaken check-in.
  checked_in: ['confirmed'],
  // A no-show may still be checked in.
  no_show: ['checked_in', 'confirmed'],
} satisfies Record<BookingStatus, BookingStatus[]>;

/** Statuses that may change to `status`. */
export const statusesBefore = (status: BookingStatus): BookingStatus[] =>
  BookingStatus.options.filter((before) => (nextStatuses[before] as BookingStatus[]).includes(status));

/** Whether a booking in this status has released its places. */
export const releasesPlaces = (status: BookingStatus): boolean =>
  status === 'cancelled' || status === 'expired';
