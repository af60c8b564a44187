import { z } from 'zod';

/** Hours over which the people whom a venue mails are counted. */
const COUNTED_HOURS = 24;
/** Days that a mail waits at most, whatever it waits for. */
export const WAITS_DAYS = 3;

/** How many people a venue has mailed, and may. */
export const MailRecipients = z.object({
  recipients: z
    .int()
    .describe(
      `People whom mail of the venue went to within ${COUNTED_HOURS} hours; not those who booked themselves`,
    ),
  most: z
    .int()
    .nullable()
    .describe('How many that may be; null: any number, as the operator trusts the venue'),
  waiting: z.int().describe('Mails that wait until the venue may mail more people'),
});
export type MailRecipients = z.infer<typeof MailRecipients>;

/** All mail of a venue that waits until it may mail more people. */
export type WaitingMail = {
  id: string;
  kind: 'mail_waits';
  /** The newest booking that has one. */
  booking_id: number;
  detail: string;
  /** Since when the first waits. */
  created_at: string;
};
