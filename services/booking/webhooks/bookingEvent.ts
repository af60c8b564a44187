import type { EventOf, EventSubject } from '@venue-booking/proto/events';
import type { WebhookEventType, WebhookPayload } from '@venue-booking/proto/webhook';

/** Subjects of the facts about bookings. */
export type BookingSubject = Extract<EventSubject, `events.booking.booking_${string}`>;

/** What a venue hears of a status that a booking went to; nothing goes back to `pending_payment`. */
const ofStatus: Partial<Record<string, WebhookEventType>> = {
  confirmed: 'booking.confirmed',
  cancelled: 'booking.cancelled',
  expired: 'booking.expired',
  checked_in: 'booking.checked_in',
  no_show: 'booking.no_show',
};

const types: { [S in BookingSubject]: (event: EventOf<S>) => WebhookEventType | undefined } = {
  'events.booking.booking_created': () => 'booking.created',
  'events.booking.booking_status_changed': ({ status }) => ofStatus[status],
  'events.booking.booking_changed': () => 'booking.changed',
};

/** What a venue hears of an event, or null for one that it does not. */
export function webhookEventOf<S extends BookingSubject>(
  subject: S,
  event: EventOf<S>,
): { type: WebhookEventType; data: WebhookPayload['data'] } | null {
  const type = types[subject](event);
  if (!type) return null;
  const { bookingId, facilityId, slotId, status } = event;
  return {
    type,
    data: {
      booking_id: Number(bookingId),
      facility_id: facilityId,
      slot_id: Number(slotId),
      status: status as NonNullable<WebhookPayload['data']['status']>,
      ...('previousStatus' in event && {
        previous_status: event.previousStatus as NonNullable<WebhookPayload['data']['status']>,
      }),
    },
  };
}
