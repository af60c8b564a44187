import type { MailContent } from './mailContent.ts';
import { toHtml } from './mailHtml.ts';
import { LONGEST_LABEL, type MailParts, partsOf } from './mailParts.ts';
import type { Message } from './mailTransport.ts';
import { labels } from './mailWords.ts';
import { onOneLine } from './plainText.ts';

/** Makes the mail: in the booking's language, as plain text and as HTML. */
export function compose(content: MailContent): Message {
  const { of, booking, contact, from, locale } = content;
  const parts = partsOf(content);
  return {
    of,
    // The same at every attempt: should one have got through unnoticed, the next is recognisable as the same
    // mail.
    messageId: `<${of.mailId}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    from: { name: inHeader(contact.mailFromName ?? contact.name), address: from },
    to: { name: '', address: booking.customer_email },
    replyTo: contact.replyTo ?? contact.contactEmail,
    subject: inHeader(parts.subject),
    language: locale,
    text: toText(parts),
    html: toHtml(parts),
    calendar: content.calendar,
  };
}

/** The mail as plain text. */
export function toText({
  locale,
  greeting,
  body,
  rows,
  links,
  venue,
  termsUrl,
}: Omit<MailParts, 'subject'>): string {
  const label = labels[locale];
  const width = Math.min(Math.max(...rows.map(([name]) => name.length)), LONGEST_LABEL) + 2;
  const contact = [
    venue.name,
    venue.address,
    venue.phone && `${label.phone}: ${venue.phone}`,
    venue.email && `${label.email}: ${venue.email}`,
  ];
  const blocks = [
    greeting,
    ...body,
    rows.map(([name, value]) => `${`${name}: `.padEnd(width)}${value}`).join('\n'),
    ...links.map(([name, address]) => `${name}:\n${address}`),
    contact.filter(Boolean).join('\n'),
    ...(termsUrl ? [`${label.terms}: ${termsUrl}`] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Text for a header; what looks like an encoded word (RFC 2047) must not be decoded by whoever reads it. */
export const inHeader = (text: string): string => onOneLine(text).replaceAll('=?', '= ?');
