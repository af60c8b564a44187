import type { Handlers } from '@venue-booking/kit/events/inbox';
import type { EventOf } from '@venue-booking/proto/events';
import type { BookingTx } from '../database.ts';
import { queueMail } from '../mail/queueMail.ts';
import type { BookingSubject } from '../webhooks/bookingEvent.ts';
import { queueDeliveries } from '../webhooks/queueDeliveries.ts';

/** What follows from a fact about a booking, in the transaction of its inbox row: once per event. */
const after =
  <S extends BookingSubject>(subject: S) =>
  async (tx: BookingTx, event: EventOf<S>, id: string): Promise<void> => {
    await queueMail(tx, { ...event, id, subject });
    await queueDeliveries(tx, { id, subject, event });
  };

/** Handlers of the booking service's own events. */
export const bookingEventHandlers = {
  'events.booking.booking_created': after('events.booking.booking_created'),
  'events.booking.booking_status_changed': after('events.booking.booking_status_changed'),
  'events.booking.booking_changed': after('events.booking.booking_changed'),
} satisfies Handlers<BookingTx>;
