import { randomUUID } from 'node:crypto';
import { createLog } from '@venue-booking/kit/log';
import type { EventSubject } from '@venue-booking/proto/events';
import type { VenueContact } from '@venue-booking/proto/venue';
import { startSmtp } from '../../../test/servers/smtp.ts';
import { bookingEventHandlers } from '../bookingEvents.ts';
import { type NewBooking, saveBooking } from '../bookingStore.ts';
import { newBooking, openTestBookings } from '../testBookings.ts';
import { type Mailer, type MailerOptions, startMailer } from './mailer.ts';
import type { MailTransport } from './mailTransport.ts';
import type { MailSources } from './prepareMail.ts';
import { type SmtpWaits, smtpTransport } from './smtpTransport.ts';

export const contact: VenueContact = {
  slug: 'sauna',
  name: 'Sauna aan het Meer',
  locale: 'nl',
  timezone: 'Europe/Amsterdam',
  address: 'Meerweg 1\n1234 AB Loosdrecht',
  phone: '035 123 45 67',
  contactEmail: 'hallo@sauna.example',
  termsUrl: 'https://sauna.example/voorwaarden?a=1&b=2',
  mailFromName: null,
  replyTo: null,
};

export const calendar = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'METHOD:PUBLISH',
  'BEGIN:VEVENT',
  'SUMMARY:Café ☕',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

/** Waits that a test can sit out. */
export const shortWaits: SmtpWaits = { connectMs: 500, greetingMs: 500, answerMs: 500, totalMs: 1500 };

/** Booking's database, an SMTP server, and what mailers between them need. */
export async function openTestMail() {
  const [bookings, smtp] = await Promise.all([openTestBookings(), startSmtp()]);
  const { database } = bookings;
  const mailers: Mailer[] = [];
  const transports: MailTransport[] = [];
  const logged: string[] = [];
  const log = createLog('test', 'trace', { write: (line) => void logged.push(line) });
  let guests = 0;

  const announce = (subject: EventSubject, bookingId: number, status: string, eventId = randomUUID()) => {
    const handler = bookingEventHandlers[subject as keyof typeof bookingEventHandlers];
    const event = { venueId: 1, bookingId: BigInt(bookingId), status };
    return database.$transaction((tx) => handler(tx, event as never, eventId));
  };

  return {
    database,
    smtp,
    /** All that mailers have logged. */
    logged,
    /** Has a booking's event handled, as the inbox would. */
    announce,
    /** Saves a booking under an address of its own and queues its mail. */
    async book(changes: Partial<NewBooking> = {}) {
      guests += 1;
      const booking = newBooking({ customerEmail: `guest${guests}@example.com`, ...changes });
      const saved = await saveBooking(database, booking);
      if (!saved) throw new Error('booking not saved');
      await announce('events.booking.booking_created', saved.id, booking.status);
      return { id: saved.id, email: booking.customerEmail };
    },
    /** A mailer of its own, in haste: it waits a hundredth of what it would. */
    start(
      options: MailerOptions & { waits?: SmtpWaits; url?: string; sources?: Partial<MailSources> } = {},
    ): Mailer {
      const { waits = shortWaits, url = smtp.url, sources = {}, ...rest } = options;
      const transport = smtpTransport(url, waits);
      transports.push(transport);
      const mailer = startMailer(
        {
          database,
          transport,
          contactOf: async () => contact,
          ticketUrl: async ({ id }) => `https://book.example/tickets/${id}`,
          checkoutUrl: async () => null,
          calendarOf: () => calendar,
          from: 'no-reply@book.example',
          log,
          ...sources,
        },
        { pollMs: 20, haste: 100, ...rest },
      );
      mailers.push(mailer);
      return mailer;
    },
    async stopMailers() {
      await Promise.all(mailers.splice(0).map((mailer) => mailer.stop()));
      await Promise.all(transports.splice(0).map((transport) => transport.close()));
    },
    /** The mail of a booking, oldest first. */
    rows: (bookingId: number) =>
      database.mail.findMany({ where: { venueId: 1, bookingId }, orderBy: { createdAt: 'asc' } }),
    async close() {
      await bookings.close();
      await smtp.stop();
    },
  };
}

export type TestMail = Awaited<ReturnType<typeof openTestMail>>;
