import { createTtlCache } from '@venue-booking/kit/concurrency/ttlCache';
import type { Log } from '@venue-booking/kit/logging/log';
import { createSecretBox, type SecretsKey } from '@venue-booking/kit/secrets/secretBox';
import type { StaffMail } from '@venue-booking/proto/mail/staffMail';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { bookingCalendar } from '../calendar/calendar.ts';
import type { FindContact } from '../core/deps.ts';
import type { BookingDatabase } from '../database.ts';
import type { BookingLinks } from '../links/bookingLinks.ts';
import { mailboxRateLimit } from '../mail/queue/mailboxRateLimit.ts';
import { venueRecipients } from '../mail/queue/venueRecipients.ts';
import { type MailerDeps, startMailer } from '../mail/send/mailer.ts';
import { sendStaffMail } from '../mail/send/staffMail.ts';
import { fileTransport } from '../mail/transport/fileTransport.ts';
import { smtpTransport } from '../mail/transport/smtpTransport.ts';
import { startVenueMailer } from '../mail/venue/venueMailer.ts';
import { checkoutUrlOf, openAmountUrlOf } from '../payments/payLink.ts';
import type { WebhookDeps } from '../webhooks/router.ts';
import { createReceivers } from '../webhooks/safeRequest.ts';
import { startSender } from '../webhooks/sender.ts';

/** The mail transport, the sender's address and the limit per recipient. */
export type MailSettings = {
  /** `connections`: maximum concurrent connections to the mail server. */
  by: { smtpUrl: string; connections: number } | { folder: string };
  from: string;
  /** Maximum mails a day to one recipient that anybody can trigger. */
  perRecipient: number;
};

/** Sends what changes of bookings have queued: mail to guests and venues, and webhook deliveries. */
export function startNotifications(deps: {
  database: BookingDatabase;
  log: Log;
  mailed: MailerDeps['mailed'];
  mail: MailSettings;
  secretsKey: readonly SecretsKey[];
  webhookAllowPrivate: boolean;
  contact: FindContact;
  ticketUrl: BookingLinks['ticketUrl'];
  mailedTicketUrl: BookingLinks['mailedTicketUrl'];
  payUrl: BookingLinks['payUrl'];
  publicUrl: string;
  /** Key of the hashes under which recipients are counted. */
  hashKey: Uint8Array;
}) {
  const { database, log, ticketUrl, mailedTicketUrl } = deps;
  const { by, from, perRecipient } = deps.mail;
  const transport = 'smtpUrl' in by ? smtpTransport(by.smtpUrl, by) : fileTransport(by.folder);
  // Not awaited: bookings work without a mail server, and mail stays queued in the database.
  void transport.check?.().catch(({ message }: Error) => {
    log.warn(
      `SMTP_URL: cannot connect to the mail server (${message}); bookings continue and mail stays queued`,
    );
  });
  // Cached for a second per venue: the bookings of a rush are mostly of few venues.
  const contacts = createTtlCache<VenueContact>();
  const contactOf = (venueId: number) => contacts.get(venueId, '', () => deps.contact({ venueId }));
  const recipients = venueRecipients(deps);
  const mailer = startMailer(
    {
      database,
      transport,
      mailed: deps.mailed,
      contactOf,
      ticketUrl,
      mailedTicketUrl,
      checkoutUrl: async (row) => (await checkoutUrlOf(deps, row)) ?? openAmountUrlOf(deps, row),
      calendarOf: (booking, venue, url) =>
        bookingCalendar({
          ...{ booking, contact: venue, ticketUrl: url, now: Date.now() },
          ...{ organizer: from, attendee: booking.customerEmail },
        }),
      allowMail: mailboxRateLimit({ ...deps, perDay: perRecipient }),
      allowRecipient: ({ venueId }, venue, { customerEmail }) =>
        recipients.allowRecipient(venueId, venue, customerEmail),
      from,
      log,
    },
    'connections' in by ? { maxConcurrent: by.connections } : {},
  );
  const venueMailer = startVenueMailer({ ...deps, transport, contactOf, recipients, from });
  const box = createSecretBox(deps.secretsKey);
  const receivers = createReceivers({ allowPrivate: deps.webhookAllowPrivate });
  const sender = startSender({ database, box, receivers, log });
  return {
    /** Wakes the workers after mail or deliveries were queued. */
    wake(): void {
      mailer.wake();
      sender.wake();
    },
    /** Sends mail to a member of the venue's staff now. Returns whether it was sent. */
    async notifyStaff({ venueId, ...mail }: StaffMail): Promise<{ sent: boolean; limited?: true }> {
      if (
        venueId !== undefined &&
        !(await recipients.allowRecipient(venueId, await deps.contact({ venueId }), mail.to))
      )
        return { sent: false, limited: true };
      return { sent: await sendStaffMail({ transport, from, log }, mail) };
    },
    recipients,
    deleteMailFiles: transport.delete,
    webhooks: { database, box, receivers, wakeSender: sender.wake } satisfies WebhookDeps,
    /** Stops the workers after their current jobs. */
    async quiesce(): Promise<void> {
      await Promise.all([mailer.stop(), venueMailer.stop(), sender.stop()]);
    },
    stop: transport.close,
  };
}
export type Notifications = ReturnType<typeof startNotifications>;
