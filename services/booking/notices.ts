import { inboxConsumer } from '@venue-booking/kit/inbox';
import type { Log } from '@venue-booking/kit/log';
import type { Messaging } from '@venue-booking/kit/messaging';
import type { VenueContact } from '@venue-booking/proto/venue';
import { bookingEventHandlers } from './bookingEvents.ts';
import { bookingCalendar } from './calendar.ts';
import type { BookingDatabase } from './database.ts';
import { fileTransport } from './mail/fileTransport.ts';
import { startMailer } from './mail/mailer.ts';
import type { MailTransport } from './mail/mailTransport.ts';
import { smtpTransport } from './mail/smtpTransport.ts';

/** How mail leaves, by an SMTP server or into a folder, and its sender's address. */
export type MailSettings = { by: { smtpUrl: string } | { folder: string }; from: string };

export type Notices = {
  /** Says that mail was queued apart from the events. */
  nudgeMail: () => void;
  forget: MailTransport['forget'];
  /** Stops sending; what is under way is finished first. */
  quiesce(): Promise<void>;
  stop(): Promise<void>;
};

/** Tells people what became of bookings: guests by mail. A durable consumer queues it, a worker sends it. */
export async function startNotices(deps: {
  database: BookingDatabase;
  messaging: Messaging;
  log: Log;
  mail: MailSettings;
  contact: (venue: { venueId: number }) => Promise<VenueContact>;
  ticketUrl: (booking: { venueId: number; id: number }) => Promise<string>;
}): Promise<Notices> {
  const { database, messaging, log, ticketUrl } = deps;
  const { by, from } = deps.mail;
  const transport = 'smtpUrl' in by ? smtpTransport(by.smtpUrl) : fileTransport(by.folder);
  const mailer = startMailer({
    database,
    transport,
    contactOf: (venueId) => deps.contact({ venueId }),
    ticketUrl,
    checkoutUrl: async () => null,
    calendarOf: (booking, venue, url) =>
      bookingCalendar({ booking, contact: venue, ticketUrl: url, now: Date.now() }),
    from,
    log,
  });
  const queue = inboxConsumer({
    database,
    service: 'booking',
    from: 'booking',
    log,
    handlers: bookingEventHandlers,
  });
  await messaging.consume({
    ...queue,
    async handle(delivery) {
      await queue.handle(delivery);
      mailer.nudge();
    },
  });
  return {
    nudgeMail: mailer.nudge,
    forget: transport.forget,
    quiesce: mailer.stop,
    stop: transport.close,
  };
}
