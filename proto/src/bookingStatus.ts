import { z } from 'zod';

export const BookingStatus = z.enum([
  'pending_payment',
  'confirmed',
  'expired',
  'cancelled',
  'checked_in',
  'no_show',
]);
export type BookingStatus = z.infer<typeof BookingStatus>;

/** Which status may follow which. */
export const nextStatuses = {
  pending_payment: ['confirmed', 'expired', 'cancelled'],
  confirmed: ['cancelled', 'checked_in', 'no_show'],
  // Money that came late, while places were free again.
  expired: ['confirmed'],
  cancelled: [],
  // Noted by mistake: the venue takes it back.
  checked_in: ['confirmed'],
  // Whoever comes late comes after all.
  no_show: ['checked_in', 'confirmed'],
} satisfies Record<BookingStatus, BookingStatus[]>;

/** The statuses that may be followed by `status`. */
export const statusesBefore = (status: BookingStatus): BookingStatus[] =>
  BookingStatus.options.filter((before) => (nextStatuses[before] as BookingStatus[]).includes(status));

/** Statuses in which a booking has no places any more. */
export const givesPlacesBack = (status: BookingStatus): boolean =>
  status === 'cancelled' || status === 'expired';
