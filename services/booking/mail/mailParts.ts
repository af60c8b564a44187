import { formatDay, formatEuro, formatTimes } from '@venue-booking/kit/wording';
import type { Booking } from '@venue-booking/proto/booking';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue';
import type { MailKind } from './mailKind.ts';
import type { Message } from './mailTransport.ts';
import { labels, leads, words } from './mailWords.ts';

/** Everything that a mail is made of. */
export type MailContent = {
  of: Message['of'];
  kind: MailKind;
  booking: Booking;
  locale: Locale;
  contact: VenueContact;
  /** The address that mail comes from. */
  from: string;
  ticketUrl: string;
  /** Where it is paid; null when nothing is due. */
  checkoutUrl: string | null;
  /**
   * Until when an unpaid booking is held, the venue's local time; null when nothing was to be paid online.
   */
  holdUntil: string | null;
  /** What a refund gives back; null for other mail. */
  refundedEur: number | null;
  /** Whether it was paid online, and nothing of that has gone back in full. */
  paid: boolean;
  /** The booking as an iCalendar file, or null. */
  calendar: string | null;
};

/** What both forms of a mail show. Texts are on one line, except the venue's address. */
export type MailParts = {
  locale: Locale;
  title: string;
  greeting: string;
  lead: string;
  /** Label and value. */
  rows: [string, string][];
  /** Label and address, the most important first. */
  links: [string, string][];
  venue: { name: string; address: string; phone: string; email: string };
  termsUrl: string | null;
};

/** What a mail says, before it takes a form. */
export function partsOf(content: MailContent): MailParts {
  const { kind, booking, locale, contact, ticketUrl, checkoutUrl } = content;
  const { title, ticketLink } = words[locale][kind];
  const label = labels[locale];
  const venue = onOneLine(contact.name);
  const when = [
    formatDay(booking.starts_at, locale),
    formatTimes(booking.starts_at, booking.ends_at, locale),
  ].join(', ');
  // Whoever books chose it, and perhaps not the recipient: no mail may begin with it.
  const name = onOneLine(booking.customer_name);
  return {
    locale,
    title,
    greeting: `${label.greeting},`,
    lead: fill(leadOf(content), {
      venue,
      until:
        content.holdUntil === null
          ? ''
          : `${formatDay(content.holdUntil, locale)}, ${content.holdUntil.slice(11)}`,
      amount: content.refundedEur === null ? '' : formatEuro(content.refundedEur, locale),
    }),
    rows: [
      [label.what, onOneLine(booking.facility)],
      [label.when, when],
      [label.people, String(booking.people)],
      [label.amount, formatEuro(booking.amount_eur, locale)],
      [label.number, String(booking.id)],
      ...(name ? [[label.name, name] as [string, string]] : []),
    ],
    links: [...(checkoutUrl ? [[label.pay, checkoutUrl] as [string, string]] : []), [ticketLink, ticketUrl]],
    venue: {
      name: venue,
      address: clean(contact.address ?? ''),
      phone: onOneLine(contact.phone ?? ''),
      email: contact.contactEmail ?? '',
    },
    termsUrl: contact.termsUrl,
  };
}

/** What a mail says of what happened: of money it depends on how the booking stands. */
function leadOf({ kind, booking, locale, paid }: MailContent): string {
  const { lead } = words[locale][kind];
  if (kind === 'cancelled' && paid) return leads[locale].cancelledPaid;
  if (kind !== 'refunded' || booking.status === 'cancelled') return lead;
  return booking.status === 'expired' ? leads[locale].refundedLate : leads[locale].refundedStands;
}

/** Without control characters; line breaks stay. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim();

/** On one line and without control characters, so that nothing in it can be taken for the next header. */
export const onOneLine = (text: string): string => clean(text).replace(/\s+/g, ' ');

/** Fills each `{name}`. */
export const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
