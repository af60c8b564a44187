import { z } from 'zod';
import { Locale, multiLine, singleLine, VenueId } from '../primitives.ts';

/** Kinds of mail to guests. Each has its own text in each language. */
export const MailTextKind = z
  .enum([
    'confirmed',
    'changed',
    'cancelled',
    'cancelled_kept',
    'cancelled_partly',
    'cancelled_paid',
    'payment_due',
    'payment_link',
    'payment_received',
    'refunded',
    'refunded_late',
    'refunded_stands',
    'rest_due',
    'rest_due_cancel',
    'refund_failed',
    'reminder',
    'follow_up',
    'choose_time',
  ])
  .describe(
    'cancelled_kept: cancelled without a refund; ' +
      'cancelled_partly: cancelled with a partial refund; ' +
      'cancelled_paid: cancelled with a full refund; payment_link: a link to pay the open amount; ' +
      'payment_received: a later payment came in; refunded_late: refunded because the payment came after the places were gone; ' +
      'refunded_stands: refunded, and the booking remains valid; ' +
      'rest_due: a reminder to pay the rest of a deposit online; ' +
      'rest_due_cancel: such a reminder, if the booking is cancelled otherwise; ' +
      'reminder: before the visit; follow_up: after the visit; ' +
      'choose_time: the venue asks to choose another time or to cancel',
  );
export type MailTextKind = z.infer<typeof MailTextKind>;

/**
 * Placeholders available in every text. The guest's name is not one of them: the person who books chooses it,
 * so strangers could put words into the venue's mail. The mail shows the name in the list of booking details.
 */
const ALWAYS = ['venue', 'facility', 'day', 'time', 'people', 'number', 'price'] as const;
/** Placeholders of a message to guests. */
export const GUEST_PLACEHOLDERS: readonly string[] = ALWAYS;
const MONEY_BACK = [...ALWAYS, 'refund'] as const;

/** Placeholders that a text may contain as `{name}`. */
export const mailPlaceholders: Readonly<Record<MailTextKind, readonly string[]>> = {
  confirmed: ALWAYS,
  changed: ALWAYS,
  cancelled: ALWAYS,
  cancelled_kept: ALWAYS,
  cancelled_partly: MONEY_BACK,
  cancelled_paid: ALWAYS,
  payment_due: [...ALWAYS, 'until'],
  payment_link: [...ALWAYS, 'amount'],
  payment_received: [...ALWAYS, 'amount'],
  rest_due: [...ALWAYS, 'amount', 'until'],
  rest_due_cancel: [...ALWAYS, 'amount', 'until'],
  refunded: MONEY_BACK,
  refunded_late: MONEY_BACK,
  refunded_stands: MONEY_BACK,
  refund_failed: MONEY_BACK,
  reminder: ALWAYS,
  follow_up: ALWAYS,
  choose_time: [...ALWAYS, 'until'],
};

/** Identifies a text of a venue. */
export const OfMailText = z.object({ venueId: VenueId, kind: MailTextKind, language: Locale });
export type OfMailText = z.infer<typeof OfMailText>;

const Subject = singleLine(150)
  .nullable()
  .describe('Subject line, with placeholders such as {facility}; null: the default');
const Body = multiLine(2000)
  .trim()
  .min(1, 'must not be empty')
  .describe('Plain text with placeholders such as {venue}. An empty line starts a new paragraph');

/** Body of `PUT …/mail-texts/{kind}/{language}`. */
export const NewMailText = z.strictObject({ subject: Subject.default(null), body: Body });
export type NewMailText = z.infer<typeof NewMailText>;

/** Body of `POST …/mail-texts/{kind}/{language}/preview`. Omitted fields keep the current text. */
export const MailTextDraft = z.strictObject({ subject: Subject.optional(), body: Body.optional() });
export type MailTextDraft = z.infer<typeof MailTextDraft>;

/** A mail text for guests. */
export const MailText = z.object({
  kind: MailTextKind,
  language: Locale,
  subject: z.string().describe('Current subject'),
  body: z.string().describe('Current text'),
  own: z.boolean().describe('Whether the venue has changed it'),
  default_subject: z.string().describe('Default subject'),
  default_body: z.string().describe('Default text'),
  placeholders: z.array(z.string()).describe('Allowed placeholders, written in braces'),
  updated_at: z.iso.datetime().nullable(),
});
export type MailText = z.infer<typeof MailText>;

/** The mail that a guest would get, with a made-up booking. */
export const MailPreview = z.object({ subject: z.string(), text: z.string(), html: z.string() });
export type MailPreview = z.infer<typeof MailPreview>;
