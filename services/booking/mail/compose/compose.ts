import { withColon } from '@venue-booking/domain/wording/bookingTexts';
import { texts } from '@venue-booking/domain/wording/texts';
import { NO_BRAND } from '@venue-booking/proto/venue/brand';
import { withInertLinks } from '@venue-booking/proto/webAddress';
import { v7 as newUid } from 'uuid';
import type { MailContent } from '../texts/mailContent.ts';
import { PRODUCT } from '../texts/mailTexts.ts';
import { onOneLine } from '../texts/plainText.ts';
import type { Message } from '../transport/mailTransport.ts';
import { inertLinksOf, withInertTexts } from './inertTexts.ts';
import { toHtml } from './mailHtml.ts';
import { LONGEST_LABEL, type MailParts, partsOf } from './mailParts.ts';
import { reservationOf } from './reservation.ts';

/** Composes a mail to a guest in the booking's language, as plain text and as HTML. */
export function compose(content: MailContent): Message {
  const { booking, ticketUrl: ownUrl } = content;
  return composeOfVenue({
    ...{ ...content, to: booking.customer_email, parts: partsOf(content), ownUrl },
    markup: (inert) => reservationOf(content, inert),
  });
}

/**
 * Composes a mail of a venue to a guest. Texts of the venue link to its own hosts and the platform only.
 * @param mail.ownUrl any URL of the platform
 * @param mail.markup returns what the HTML says about a reservation for mail programs; absent: nothing
 */
export function composeOfVenue(
  mail: Pick<MailContent, 'of' | 'contact' | 'from' | 'calendar'> & {
    to: string;
    parts: MailParts;
    ownUrl: string;
    markup?: (inert: (text: string) => string) => ReturnType<typeof reservationOf>;
  },
): Message {
  const { of, contact, from, to } = mail;
  const inert = inertLinksOf(contact, mail.ownUrl);
  const parts = withInertTexts(mail.parts, inert);
  return {
    of,
    // Constant across attempts, so that mail programs recognise a duplicate.
    messageId: messageIdOf(of.mailId, from),
    from: { name: inHeader(inert(contact.mailFromName ?? contact.name)), address: from },
    to: { name: '', address: to },
    replyTo: contact.replyTo ?? contact.contactEmail,
    subject: inHeader(parts.subject),
    language: parts.locale,
    text: toText(parts),
    html: toHtml(parts, mail.markup?.(inert)),
    calendar: mail.calendar,
  };
}

/**
 * Composes a mail from the platform to a person at a venue. Names chosen by the venue never become links.
 * @param mail.venueId 0 if the mail belongs to no venue
 * @param mail.from sender address
 */
export function composeOfPlatform(mail: {
  venueId: number;
  to: string;
  from: string;
  at: Date;
  parts: Omit<MailParts, 'own' | 'info' | 'venue' | 'brand' | 'termsUrl' | 'reason'>;
}): Message {
  const { venueId, to, from, at, parts } = mail;
  const mailId = newUid();
  const shown = withInertTexts(
    {
      ...{ ...parts, own: null, info: null, termsUrl: null, reason: null, brand: NO_BRAND },
      venue: { name: PRODUCT, address: '', phone: '', email: '' },
    },
    (text) => withInertLinks(text, []),
  );
  return {
    of: { venueId, bookingId: 0, mailId, createdAt: at },
    messageId: messageIdOf(mailId, from),
    from: { name: PRODUCT, address: from },
    to: { name: '', address: to },
    replyTo: null,
    subject: inHeader(shown.subject),
    language: parts.locale,
    text: toText(shown),
    html: toHtml(shown),
    calendar: null,
  };
}

const messageIdOf = (mailId: string, from: string): string =>
  `<${mailId}@${from.slice(from.lastIndexOf('@') + 1)}>`;

function toText({
  locale,
  greeting,
  own,
  body,
  info,
  rows,
  links,
  venue,
  termsUrl,
  reason,
}: Omit<MailParts, 'subject'>): string {
  const label = texts[locale].labels;
  const colon = (name: string) => withColon(name, locale);
  const width = Math.min(Math.max(...rows.map(([name]) => colon(name).length)), LONGEST_LABEL + 1) + 1;

  const contact = [
    venue.name,
    venue.address,
    venue.phone && `${colon(label.phone)} ${venue.phone}`,
    venue.email && `${colon(label.email)} ${venue.email}`,
  ];
  const blocks = [
    greeting,
    ...(own ? [own.lead, ...own.body] : []),
    ...body,
    ...(rows.length > 0
      ? [
          rows
            .map(([name, value, url]) => `${`${colon(name)} `.padEnd(width)}${value}${url ? `\n${url}` : ''}`)
            .join('\n'),
        ]
      : []),
    ...(info ? [info.lead, ...info.body] : []),
    ...links.map(([name, address]) => `${colon(name)}\n${address}`),
    contact.filter(Boolean).join('\n'),
    ...(termsUrl ? [`${colon(label.terms)} ${termsUrl}`] : []),
    ...(reason ? [reason] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Text for a header. Breaks up anything that a mail program would decode as an encoded word (RFC 2047). */
export const inHeader = (text: string): string => onOneLine(text).replaceAll('=?', '= ?');
