import type { Handlers } from '@venue-booking/kit/inbox';
import type { BookingTx } from './database.ts';
import { queueMail } from './mail/queueMail.ts';

/** What follows from the booking service's own events, in the transaction of their inbox row. */
export const bookingEventHandlers = {
  'events.booking.booking_created': async (tx, event, id) => {
    await queueMail(tx, { ...event, id, subject: 'events.booking.booking_created' });
  },
  'events.booking.booking_status_changed': async (tx, event, id) => {
    await queueMail(tx, { ...event, id, subject: 'events.booking.booking_status_changed' });
  },
  'events.booking.booking_changed': async (tx, event, id) => {
    await queueMail(tx, { ...event, id, subject: 'events.booking.booking_changed' });
  },
} satisfies Handlers<BookingTx>;
