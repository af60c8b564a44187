import { randomUUID } from 'node:crypto';
import { createLog } from '@venue-booking/kit/logging/log';
import type { Worker } from '@venue-booking/kit/scheduling/worker';
import { timed } from '@venue-booking/kit/testing/testTiming';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { startSmtp } from '../../../test/servers/smtp.ts';
import type { BookingSubject, ChangeDetails } from '../core/publish.ts';
import type { NewBooking } from '../core/saveBooking.ts';
import { type MailerDeps, type MailerOptions, startMailer } from '../mail/send/mailer.ts';
import {
  type EncodedMessage,
  type MailTransport,
  type Message,
  SendFailure,
} from '../mail/transport/mailTransport.ts';
import { encode } from '../mail/transport/mime.ts';
import { type SmtpTimeouts, smtpTransport } from '../mail/transport/smtpTransport.ts';
import { startVenueMailer, type VenueMailerDeps } from '../mail/venue/venueMailer.ts';
import { newBooking, openTestBookings } from './testBookings.ts';
import { publish, saveBooking } from './testEffects.ts';

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
  linkHosts: ['sauna.example'],
  createdAt: '2020-01-01T00:00:00.000Z',
};

export const calendar = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'METHOD:REQUEST',
  'BEGIN:VEVENT',
  'SUMMARY:Café ☕',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

/**
 * Timeouts that no message reaches, even on a busy machine: a message given up too early is delivered twice.
 */
const longTimeouts: SmtpTimeouts = {
  connectMs: 60_000,
  greetingMs: 60_000,
  responseMs: 60_000,
  totalMs: 60_000,
};
/** How many times longer than usual a message may take before it counts as stuck. */
const BUSY = 10;
const hello: Message = {
  of: { venueId: 1, bookingId: 0, mailId: randomUUID(), createdAt: new Date() },
  messageId: 'hello@book.example',
  from: { name: '', address: 'no-reply@book.example' },
  to: { name: '', address: 'hello@example.com' },
  replyTo: null,
  subject: 'Hello',
  language: 'en',
  text: 'Hello',
  html: '<p>Hello</p>',
  calendar: null,
};

/** A fake mail server that responds on command. An aborted attempt does not wait for it. */
export function slowServer() {
  const taken: EncodedMessage[] = [];
  let answer = Promise.withResolvers<void>();
  const transport: MailTransport = {
    async send(message, signal) {
      taken.push(message);
      const brokenOff = Promise.withResolvers<never>();
      signal?.addEventListener('abort', () => brokenOff.reject(new SendFailure('temporary', 'broken off')));
      await Promise.race([answer.promise, brokenOff.promise]);
    },
    delete: async () => {},
    close: async () => {},
  };
  return {
    transport,
    taken,
    /** Responds to all messages received so far. */
    answer() {
      answer.resolve();
      answer = Promise.withResolvers();
    },
  };
}

/** The booking database, an SMTP server, and the dependencies of mailers. */
export async function openTestMail() {
  const [bookings, smtp] = await Promise.all([openTestBookings(), startSmtp()]);
  const { database } = bookings;
  const mailers: Worker[] = [];
  const transports: MailTransport[] = [];
  const logged: string[] = [];
  const log = createLog('test', 'trace', { write: (line) => void logged.push(line) });
  let guests = 0;

  return {
    database,
    smtp,
    logged,
    /** Publishes a booking like a change to this status. */
    announce: (subject: BookingSubject, id: number, status: string, change: ChangeDetails = {}) =>
      database.$executeRaw`
        WITH after AS (
          SELECT (jsonb_populate_record(b, jsonb_build_object('status', ${status}::text))).* FROM booking.booking b WHERE id = ${id}
        ),
        ${publish(subject, change)}
        SELECT 1`,
    /** Saves a booking with a new email address, which queues its mail. */
    async book(changes: Partial<NewBooking> = {}) {
      guests += 1;
      const booking = newBooking({ customerEmail: `guest${guests}@example.com`, ...changes });
      const saved = await saveBooking(database, booking);
      if (!saved) throw new Error('booking not saved');
      return { ...saved, email: booking.customerEmail };
    },
    /** Makes the mail of an unpaid booking due now, as if its minutes had passed. */
    paymentDue: (bookingId: number) =>
      database.$executeRaw`
        UPDATE booking.mail SET next_at = now() WHERE booking_id = ${bookingId} AND kind = 'payment_due' AND status = 'queued'`,
    /** Starts a mailer whose waits are a hundred times shorter. */
    start(
      options: MailerOptions & {
        timeouts?: SmtpTimeouts;
        url?: string;
        sources?: Partial<MailerDeps>;
      } = {},
    ): Worker {
      const { timeouts = longTimeouts, url = smtp.url, sources = {}, ...rest } = options;
      const { transport = smtpTransport(url, { timeouts, connections: 10 }) } = sources;
      transports.push(transport);
      const mailer = startMailer(
        {
          database,
          transport,
          contactOf: async () => contact,
          ticketUrl: async ({ id }) => `https://book.example/tickets/${id}`,
          mailedTicketUrl: async ({ id }) => `https://book.example/tickets/${id}`,
          checkoutUrl: async () => null,
          calendarOf: () => calendar,
          allowMail: async () => true,
          allowRecipient: async () => true,
          mailed: () => {},
          from: 'no-reply@book.example',
          log,
          ...sources,
        },
        { pollMs: 20, speedup: 100, ...rest },
      );
      mailers.push(mailer);
      return mailer;
    },
    /** Starts a mailer for venue notices. */
    startForVenue({ pauseMs, ...sources }: { pauseMs?: number } & Partial<VenueMailerDeps> = {}): Worker {
      const { transport = smtpTransport(smtp.url, { timeouts: longTimeouts, connections: 10 }) } = sources;
      transports.push(transport);
      const mailer = startVenueMailer({
        ...{ database, transport, log, from: 'no-reply@book.example', publicUrl: 'https://book.example' },
        contactOf: async () => contact,
        recipients: { allowRecipient: async () => true },
        pollMs: 20,
        ...sources,
      });
      mailers.push(mailer);
      return mailer;
    },
    /** Timeouts short enough for a test, but longer than this machine needs for a message. */
    async shortTimeouts(): Promise<SmtpTimeouts> {
      const transport = smtpTransport(smtp.url, { timeouts: longTimeouts });
      const message = encode(hello);
      await transport.send(message);
      const usualMs = await timed(() => transport.send(message));
      await transport.close();
      smtp.messages.splice(-2);
      const ms = Math.max(1500, BUSY * usualMs);
      return { connectMs: ms, greetingMs: ms, responseMs: ms, totalMs: 3 * ms };
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
