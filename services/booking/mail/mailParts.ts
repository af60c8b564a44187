import { refundWording } from '@venue-booking/kit/refundWording';
import {
  addOnsText,
  countedText,
  formatEuro,
  formatMoment,
  formatPrice,
  guestsText,
  vatRows,
} from '@venue-booking/kit/wording';
import type { Locale } from '@venue-booking/proto/primitives';
import type { MailContent } from './mailContent.ts';
import { isAboutWhatComes } from './mailKind.ts';
import { formatWhen, wordingOf } from './mailText.ts';
import { labels, PRODUCT, words } from './mailWords.ts';
import { clean, fill, onOneLine } from './plainText.ts';

/** Labels up to this length stand in a column beside their values. */
export const LONGEST_LABEL = 24;

/** What a mail shows. Texts are on one line, except its body and the venue's address. */
export type MailParts = {
  locale: Locale;
  subject: string;
  title: string;
  greeting: string;
  /** What the venue has written itself, under a line that says so: paragraphs. Empty: nothing. */
  own: { lead: string; body: string[] } | null;
  /** What happened, and what that means for the guest: paragraphs. */
  body: string[];
  /** Label and value. */
  rows: [string, string][];
  /** Label and address, the most important first. */
  links: [string, string][];
  venue: { name: string; address: string; phone: string; email: string };
  termsUrl: string | null;
  /** Who sends it and why, in the platform's words; null where the body says so. */
  reason: string | null;
};

/** Rows of labels and values, without those that have none. */
export const withValues = (rows: [string, string | null][]): [string, string][] =>
  rows.flatMap(([label, value]): [string, string][] => (value === null ? [] : [[label, value]]));

/** What a mail says, before it takes a form. */
export function partsOf(content: MailContent): MailParts {
  const { kind, booking, locale, contact, ticketUrl, checkoutUrl } = content;
  const { title } = words[locale][kind];
  const label = labels[locale];
  const { subject, body, isOwn } = wordingOf(content);
  const paragraphs = clean(body).split(/\n\s*\n/);
  const venue = onOneLine(contact.name);
  return {
    locale,
    subject,
    title,
    greeting: `${label.greeting},`,
    own: isOwn ? { lead: fill(label.messageFrom, { venue }), body: paragraphs } : null,
    body: [...(isOwn ? [] : paragraphs), ...oncePaid(content), ...refunds(content), ...noInvoice(content)],
    rows: withValues([
      [label.what, onOneLine(booking.facility)],
      [label.when, formatWhen(booking, locale)],
      [label.people, peopleOf(content)],
      [label.addOns, onOneLine(addOnsText(booking, locale)) || null],
      ...priceRows(content),
      [label.amount, amountOf(content)],
      ...vatRows(booking.vat, locale),
      [label.open, content.openEur > 0 ? formatEuro(content.openEur, locale) : null],
      [label.number, booking.reference],
      // Whoever books chose it, and perhaps not the recipient: no mail may begin with it.
      [label.name, onOneLine(booking.customer_name) || null],
    ]),
    links: withValues([
      [label.pay, checkoutUrl],
      [isAboutWhatComes(kind) ? label.viewOrCancel : label.view, content.hidesTicket ? null : ticketUrl],
    ]),
    venue: {
      name: venue,
      address: clean(contact.address ?? ''),
      phone: onOneLine(contact.phone ?? ''),
      email: contact.contactEmail ?? '',
    },
    termsUrl: contact.termsUrl,
    reason: fill(label.reason, {
      ...{ venue, platform: PRODUCT, number: booking.reference },
      host: new URL(ticketUrl).host,
    }),
  };
}

/** Where VAT is told, as on an invoice. */
const noInvoice = ({ kind, booking, locale }: MailContent): string[] =>
  kind === 'confirmed' && booking.vat?.length ? [labels[locale].noInvoice] : [];

/** What paying makes of the right to cancel. */
function oncePaid({ cancelUntilOncePaid: until, refundTiers, locale }: MailContent): string[] {
  if (until === undefined) return [];
  const { oncePaid, oncePaidTiers, oncePaidNever } = labels[locale];
  const text = refundTiers?.length ? oncePaidTiers : oncePaid;
  return [until === null ? oncePaidNever : fill(text, { until: formatMoment(until, locale) })];
}

/** What comes back to who cancels, until when, where that changes. */
function refunds({ refundTiers: tiers = [], locale }: MailContent): string[] {
  if (tiers.length === 0) return [];
  const { lead, lines } = refundWording(tiers, locale);
  return [[lead, ...lines.map((line) => `– ${line}`)].join('\n')];
}

/** Why it costs that, where more than one thing adds up to it. */
function priceRows({ booking: { price_lines: lines = [] }, locale }: MailContent): [string, string][] {
  if (lines.length < 2) return [];
  return lines.map(({ text, count, amount_eur }) => [
    countedText({ text: onOneLine(text), count }),
    formatEuro(amount_eur, locale),
  ]);
}

/** What it costs, that it is paid where it all is, and what it cost before where that has changed. */
function amountOf(content: MailContent): string {
  const { booking, paid, openEur, amountBeforeEur: before, locale } = content;
  const { amount_eur: amount } = booking;
  const label = labels[locale];
  const notes = [
    ...(amount > 0 && paid && openEur === 0 ? [label.paid] : []),
    ...(before === null || before === amount ? [] : [`was ${formatEuro(before, locale)}`]),
  ];
  const told = formatPrice(amount, locale);
  return notes.length > 0 ? `${told} (${notes.join(', ')})` : told;
}

/** How many people it is for, and was for where that has changed; in both languages alike. */
function peopleOf({ booking, peopleBefore, locale }: MailContent): string {
  const told = onOneLine(guestsText(booking, locale));
  const { people, guests } = booking;
  if (peopleBefore === null || peopleBefore === people) return told;
  return guests ? `${people} (was ${peopleBefore}): ${told}` : `${told} (was ${peopleBefore})`;
}
