import { z } from 'zod';

/** Hours over which a venue's mail recipients are counted. */
const COUNTED_HOURS = 24;
/** Maximum number of days that a mail stays queued, for any reason. */
export const MAX_QUEUED_DAYS = 3;

/** A venue's mail recipients, and their limit. */
export const MailRecipients = z.object({
  recipients: z
    .int()
    .describe(
      `Number of people that the venue has mailed within ${COUNTED_HOURS} hours. Excludes guests who booked online`,
    ),
  most: z.int().nullable().describe('Maximum number; null: unlimited, because the operator trusts the venue'),
  waiting: z.int().describe('Number of mails that are queued until the venue may mail more people'),
  sms: z
    .object({
      sent: z
        .int()
        .describe(`Number of SMS that count for the venue, within ${COUNTED_HOURS} hours of the first one`),
      most: z.int().describe('Maximum number'),
    })
    .optional()
    .describe('Present if the platform sends SMS'),
});
export type MailRecipients = z.infer<typeof MailRecipients>;

/** The queued mail of a venue that has reached its recipient limit. */
export type WaitingMail = {
  id: string;
  kind: 'mail_waits';
  /** The newest booking with queued mail. */
  booking_id: number;
  detail: string;
  /** Since when the oldest mail is queued. */
  created_at: string;
};
