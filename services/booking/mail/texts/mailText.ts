import {
  formatDay,
  formatEuro,
  formatMoment,
  formatNight,
  formatTimes,
} from '@venue-booking/domain/wording/formats';
import type { Booking } from '@venue-booking/proto/booking/booking';
import { type MailTextKind, mailPlaceholders } from '@venue-booking/proto/mail/mailText';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import type { MailContent } from './mailContent.ts';
import { guestTexts } from './mailTexts.ts';
import type { GuestTexts } from './nl/guestTexts.ts';
import { fill, onOneLine } from './plainText.ts';

/** Subject and body of a mail. */
export type Wording = {
  subject: string;
  body: string;
  /** Whether the venue has written the body. */
  isOwn: boolean;
};

/** The text for a mail. Texts about money depend on the state of the booking. */
function textKindOf({
  kind,
  booking,
  paid,
  paidEur,
  keptEur,
  backEur,
  restUnpaid,
}: MailContent): MailTextKind | 'message' {
  if (kind === 'payment_link' && restUnpaid) return restUnpaid === 'cancel' ? 'rest_due_cancel' : 'rest_due';
  // Also the case if a part was refunded earlier.
  if (kind === 'cancelled' && backEur > 0 && backEur < paidEur) return 'cancelled_partly';
  if (kind === 'cancelled' && keptEur > 0 && backEur === 0) return 'cancelled_kept';
  if (kind === 'cancelled' && paid) return 'cancelled_paid';
  if (kind !== 'refunded' || booking.status === 'cancelled') return kind;
  return booking.status === 'expired' ? 'refunded_late' : 'refunded_stands';
}

const isVariant = (kind: MailTextKind): kind is keyof GuestTexts['leads'] => kind in guestTexts.en.leads;

/** The text that applies unless the venue has written its own. */
export function builtInText(kind: MailTextKind, locale: Locale): Omit<Wording, 'isOwn'> {
  const { mails, leads } = guestTexts[locale];
  if (!isVariant(kind)) return { subject: mails[kind].subject, body: mails[kind].lead };
  const [word] = kind.split('_') as ['cancelled' | 'refunded' | 'rest'];
  const of = word === 'rest' ? 'payment_link' : word;
  return { subject: mails[of].subject, body: leads[kind] };
}

/** The text with its placeholders filled in. The subject is a single line; the body may have several. */
export function wordingOf(content: MailContent): Wording {
  const { locale, ownTexts } = content;
  const kind = textKindOf(content);
  const values = valuesOf(content);
  if (kind === 'message') {
    const { subject = '', body = '' } = content.message ?? {};
    return { subject: onOneLine(fill(subject, values)), body: fill(body, values), isOwn: true };
  }
  const own = ownTexts.find((text) => text.kind === kind && text.language === locale);
  const builtIn = builtInText(kind, locale);
  return {
    subject: onOneLine(fill(own?.subject ?? builtIn.subject, values)),
    body: fill(own?.body ?? builtIn.body, values),
    isOwn: own !== undefined && own.body !== builtIn.body,
  };
}

/** Date and times of a booking, with the night if it is after midnight of its booking day. */
export function formatWhen(
  { starts_at, ends_at }: Booking,
  { dayStart = '00:00' }: Pick<VenueContact, 'dayStart'>,
  locale: Locale,
): string {
  const when = `${formatDay(starts_at, locale)}, ${formatTimes(starts_at, ends_at, locale)}`;
  const night = formatNight(starts_at, dayStart, locale);
  return night ? `${when}, ${night}` : when;
}

/** Values of the placeholders, each a single line. */
function valuesOf(content: MailContent): Record<string, string> {
  const { booking, locale, contact, holdUntil, kind, backEur, paidEur } = content;
  const until =
    { payment_link: content.restUntil, choose_time: content.chooseUntil }[String(kind)] ?? holdUntil;
  const refundedEur = kind === 'cancelled' ? backEur : content.refundedEur;
  return {
    venue: onOneLine(contact.name),
    facility: onOneLine(booking.facility),
    day: formatDay(booking.starts_at, locale) + moreDates(content),
    time: formatTimes(booking.starts_at, booking.ends_at, locale),
    people: String(booking.people),
    number: booking.reference,
    // A cancellation mail is about the amount paid, which may differ from the current price.
    price: formatEuro(kind === 'cancelled' ? paidEur : booking.amount_eur, locale),
    // A link is about what is open now, a receipt about what came in.
    amount: formatEuro((kind === 'payment_link' ? content.openEur : content.refundedEur) ?? 0, locale),
    until: until ? formatMoment(until, locale) : '',
    refund: refundedEur === null ? '' : formatEuro(refundedEur, locale),
  };
}

/** How many dates there are besides the first. */
const moreDates = ({ dates = [] }: MailContent): string =>
  dates.length > 1 ? ` (+${dates.length - 1})` : '';

/** The first text in braces that is not a placeholder of this kind of mail, or null. */
export const unknownPlaceholder = (kind: MailTextKind, text: string): string | null =>
  placeholderOutside(mailPlaceholders[kind], text);

/** The first text in braces that is none of these placeholders, or null. */
export const placeholderOutside = (known: readonly string[], text: string): string | null =>
  [...text.matchAll(/\{([^{}]*)\}/g)].find(([, name = '']) => !known.includes(name))?.[0] ?? null;
