import { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import type { WebhookEventType } from '@venue-booking/proto/booking/webhook';
import type { BookingSubject } from '../core/publish.ts';

type TypeByStatus = { [S in BookingStatus]?: WebhookEventType };

const always = (type: WebhookEventType): TypeByStatus =>
  Object.fromEntries(BookingStatus.options.map((status) => [status, type]));

/** The webhook event type for each subject, by the booking's status; no entry: no delivery. */
export const webhookTypes: Record<BookingSubject, TypeByStatus> = {
  'events.booking.booking_created': always('booking.created'),
  // No booking returns to `pending_payment`.
  'events.booking.booking_status_changed': {
    confirmed: 'booking.confirmed',
    cancelled: 'booking.cancelled',
    expired: 'booking.expired',
    checked_in: 'booking.checked_in',
    no_show: 'booking.no_show',
  },
  'events.booking.booking_changed': always('booking.changed'),
};
