import { z } from 'zod';
import { Locale, multiLine, singleLine, VenueId } from './primitives.ts';

/** What a guest is written about: each has a text of its own, in each language. */
export const MailTextKind = z
  .enum([
    'confirmed',
    'changed',
    'cancelled',
    'cancelled_kept',
    'cancelled_partly',
    'cancelled_paid',
    'payment_due',
    'refunded',
    'refunded_late',
    'refunded_stands',
    'refund_failed',
  ])
  .describe(
    'cancelled_kept: cancelled, and the venue keeps what was paid; ' +
      'cancelled_partly: cancelled, and some of what was paid goes back; ' +
      'cancelled_paid: cancelled, and what was paid goes back; refunded_late: paid too late, the places were gone; ' +
      'refunded_stands: money goes back and the booking stays',
  );
export type MailTextKind = z.infer<typeof MailTextKind>;

/**
 * What every text may name of the booking. Not the guest's name, which whoever books chooses: strangers could
 * have a venue's mail say what they like. The mail shows it among what was booked.
 */
const ALWAYS = ['venue', 'facility', 'day', 'time', 'people', 'number', 'price'] as const;
const MONEY_BACK = [...ALWAYS, 'refund'] as const;

/** The names that a text may hold as `{name}`, which the mail fills in. */
export const mailPlaceholders: Readonly<Record<MailTextKind, readonly string[]>> = {
  confirmed: ALWAYS,
  changed: ALWAYS,
  cancelled: ALWAYS,
  cancelled_kept: ALWAYS,
  cancelled_partly: MONEY_BACK,
  cancelled_paid: ALWAYS,
  payment_due: [...ALWAYS, 'until'],
  refunded: MONEY_BACK,
  refunded_late: MONEY_BACK,
  refunded_stands: MONEY_BACK,
  refund_failed: MONEY_BACK,
};

/** Which text of a venue's. */
export const OfMailText = z.object({ venueId: VenueId, kind: MailTextKind, language: Locale });
export type OfMailText = z.infer<typeof OfMailText>;

const Subject = singleLine(150)
  .nullable()
  .describe('Subject line, with placeholders such as {facility}; null: the built-in one');
const Body = multiLine(2000)
  .trim()
  .min(1, 'must not be empty')
  .describe('Plain text with placeholders such as {venue}; an empty line begins a new paragraph');

/** Body of `PUT …/mail-texts/{kind}/{language}`. */
export const NewMailText = z.strictObject({ subject: Subject.default(null), body: Body });
export type NewMailText = z.infer<typeof NewMailText>;

/** Body of `POST …/mail-texts/{kind}/{language}/preview`; what is left out is as it is in use. */
export const MailTextDraft = z.strictObject({ subject: Subject.optional(), body: Body.optional() });
export type MailTextDraft = z.infer<typeof MailTextDraft>;

/** A text of the mail to guests. */
export const MailText = z.object({
  kind: MailTextKind,
  language: Locale,
  subject: z.string().describe('In use'),
  body: z.string().describe('In use'),
  own: z.boolean().describe("Whether it is the venue's own"),
  default_subject: z.string().describe('Built in'),
  default_body: z.string().describe('Built in'),
  placeholders: z.array(z.string()).describe('What it may name in braces'),
  updated_at: z.iso.datetime().nullable(),
});
export type MailText = z.infer<typeof MailText>;

/** The mail as a guest would get it, of a booking that is made up. */
export const MailPreview = z.object({ subject: z.string(), text: z.string(), html: z.string() });
export type MailPreview = z.infer<typeof MailPreview>;
