import type { Handlers } from '@venue-booking/kit/events/inbox';
import type { Delivery } from '@venue-booking/kit/messaging/messaging';
import type { EventOf } from '@venue-booking/proto/events';
import type { BookingTx } from '../database.ts';
import { mailSteps } from '../mail/queueMail.ts';
import type { BookingSubject } from '../webhooks/bookingEvent.ts';
import { deliverySteps } from '../webhooks/queueDeliveries.ts';

/**
 * Queues what guests and webhooks hear of an event of the release before, which left that to whoever takes
 * it. Of those that this release makes it is queued already.
 */
const queueWhatFollows =
  <S extends BookingSubject>(subject: S) =>
  async (tx: BookingTx, event: EventOf<S>, id: string): Promise<void> => {
    if (event.told) return;
    const { venueId, bookingId, facilityId, slotId, status } = event;
    const previous = 'previousStatus' in event ? event.previousStatus || null : null;
    const changed = 'guestNotTold' in event ? event : {};
    await tx.$executeRaw`
      WITH facts AS MATERIALIZED (
        SELECT ${id}::uuid AS event_id, ${previous}::text AS previous_status, venue_id, id, ${facilityId}::integer AS facility_id,
          ${slotId}::bigint AS slot_id, ${status}::text AS status, customer_email, hold_until
        FROM booking.booking WHERE venue_id = ${venueId} AND id = ${bookingId}
      ),
      ${mailSteps(subject, changed)},
      ${deliverySteps(subject)}
      SELECT 1`;
  };

/** Whether what follows from an event was queued with its change. */
export const isTold = ({ payload }: Delivery): boolean => (payload as { told?: unknown }).told === true;

/** Handlers of the booking service's own events. */
export const bookingEventHandlers = {
  'events.booking.booking_created': queueWhatFollows('events.booking.booking_created'),
  'events.booking.booking_status_changed': queueWhatFollows('events.booking.booking_status_changed'),
  'events.booking.booking_changed': queueWhatFollows('events.booking.booking_changed'),
} satisfies Handlers<BookingTx>;
