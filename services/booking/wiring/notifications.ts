import { createTtlCache } from '@venue-booking/kit/concurrency/ttlCache';
import type { Log } from '@venue-booking/kit/logging/log';
import { createSecretBox, type SecretsKey } from '@venue-booking/kit/secrets/secretBox';
import type { StaffMail } from '@venue-booking/proto/mail/staffMail';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { bookingsCalendar } from '../calendar/calendar.ts';
import type { FindContact } from '../core/deps.ts';
import type { BookingDatabase } from '../database.ts';
import type { BookingLinks } from '../links/bookingLinks.ts';
import { mailboxRateLimit } from '../mail/queue/mailboxRateLimit.ts';
import { smsLimits } from '../mail/queue/smsLimits.ts';
import { venueRecipients } from '../mail/queue/venueRecipients.ts';
import { type MailerDeps, startMailer } from '../mail/send/mailer.ts';
import { sendStaffMail } from '../mail/send/staffMail.ts';
import { fileTransport } from '../mail/transport/fileTransport.ts';
import { smtpTransport } from '../mail/transport/smtpTransport.ts';
import { startVenueMailer } from '../mail/venue/venueMailer.ts';
import { checkoutUrlOf, openAmountUrlOf } from '../payments/payLink.ts';
import { infobip } from '../sms/infobip.ts';
import { type SmsSenderDeps, startSmsSender } from '../sms/smsSender.ts';
import type { SmsSettings } from '../sms/smsSettings.ts';
import { startWaitingMailer } from '../waiting/waitingMailer.ts';
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
  texted: SmsSenderDeps['texted'];
  mail: MailSettings;
  sms?: SmsSettings | undefined;
  secretsKey: readonly SecretsKey[];
  webhookAllowPrivate: boolean;
  contact: FindContact;
  ticketUrl: BookingLinks['ticketUrl'];
  mailedTicketUrl: BookingLinks['mailedTicketUrl'];
  payUrl: BookingLinks['payUrl'];
  offerUrl: BookingLinks['offerUrl'];
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
  const allowMail = mailboxRateLimit({ ...deps, perDay: perRecipient });
  const mailer = startMailer(
    {
      database,
      transport,
      mailed: deps.mailed,
      contactOf,
      ticketUrl,
      mailedTicketUrl,
      checkoutUrl: async (row) => (await checkoutUrlOf(deps, row)) ?? openAmountUrlOf(deps, row),
      calendarOf: (dates, venue) =>
        bookingsCalendar(
          dates.map(({ row, ticketUrl: url }) => ({
            ...{ booking: row, contact: venue, ticketUrl: url },
            ...{ organizer: from, attendee: row.customerEmail },
          })),
          Date.now(),
        ),
      allowMail,
      allowRecipient: ({ venueId }, venue, { customerEmail }) =>
        recipients.allowRecipient(venueId, venue, customerEmail),
      from,
      log,
    },
    'connections' in by ? { maxConcurrent: by.connections } : {},
  );
  const venueMailer = startVenueMailer({ ...deps, transport, contactOf, recipients, from });
  const waitingMailer = startWaitingMailer({ ...deps, transport, contactOf, allowMail, from });
  const sms = deps.sms && startSms(deps, deps.sms);
  const box = createSecretBox(deps.secretsKey);
  const receivers = createReceivers({ allowPrivate: deps.webhookAllowPrivate });
  const sender = startSender({ database, box, receivers, log });
  return {
    /** Wakes the workers after mail or deliveries were queued. */
    wake(): void {
      mailer.wake();
      sender.wake();
      sms?.ofMails.wake();
    },
    wakeWaitingMail(): void {
      waitingMailer.wake();
      sms?.ofOffers.wake();
    },
    smsUsage: sms?.usage,
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
      const workers = [
        mailer,
        venueMailer,
        waitingMailer,
        sender,
        ...(sms ? [sms.ofMails, sms.ofOffers] : []),
      ];
      await Promise.all(workers.map((worker) => worker.stop()));
    },
    stop: transport.close,
  };
}

/** Sends the SMS of mails and of offers, within the limits of venues and numbers. */
function startSms(
  deps: Omit<SmsSenderDeps, 'provider' | 'limits'> & { hashKey: Uint8Array },
  settings: SmsSettings,
) {
  const limits = smsLimits({ ...deps, perVenue: settings.perVenue });
  const sender = { ...deps, provider: infobip(settings), limits };
  return {
    ofMails: startSmsSender(sender, 'mail'),
    ofOffers: startSmsSender(sender, 'waiting'),
    usage: limits.usage,
  };
}

export type Notifications = ReturnType<typeof startNotifications>;
