import { explainPrice } from '@venue-booking/domain/price/lineTexts';
import {
  addOnsText,
  countedText,
  guestsText,
  vatRows,
  withColon,
} from '@venue-booking/domain/wording/bookingTexts';
import { formatEuro, formatMoment, formatPrice } from '@venue-booking/domain/wording/formats';
import { refundWording } from '@venue-booking/domain/wording/refundWording';
import { inWidth } from '@venue-booking/proto/facility/image';
import { type Locale, toCents, toEuro } from '@venue-booking/proto/primitives';
import type { Brand } from '@venue-booking/proto/venue/brand';
import type { MailContent } from '../texts/mailContent.ts';
import { isAboutFuture, isAboutOpenAmount } from '../texts/mailKind.ts';
import { formatWhen, wordingOf } from '../texts/mailText.ts';
import { guestTexts, PRODUCT } from '../texts/mailTexts.ts';
import { clean, fill, onOneLine } from '../texts/plainText.ts';

/** Longest label that is set in a column beside the values, in characters. */
export const LONGEST_LABEL = 24;

/** The content of a mail. Texts are single-line, except the body and the venue's address. */
export type MailParts = {
  locale: Locale;
  subject: string;
  title: string;
  greeting: string;
  /** The venue's own text in paragraphs, below a lead that names its author. Null if there is none. */
  own: { lead: string; body: string[] } | null;
  /** What happened and what it means for the guest, in paragraphs. */
  body: string[];
  /** Pairs of label and value. */
  rows: [string, string][];
  /** Pairs of label and URL, the most important first. */
  links: [string, string][];
  venue: { name: string; address: string; phone: string; email: string };
  /** How the venue looks; null for what it has not set. `logo` is an absolute URL. */
  brand: Pick<Brand, 'accent' | 'radius' | 'logo'>;
  termsUrl: string | null;
  /** Who sends the mail and why, in the platform's words; null if the body says so. */
  reason: string | null;
};

/** Omits rows without a value. */
export const withValues = (rows: [string, string | null][]): [string, string][] =>
  rows.flatMap(([label, value]): [string, string][] => (value === null ? [] : [[label, value]]));

/** The content of a mail to a guest, before it becomes text or HTML. */
export function partsOf(content: MailContent): MailParts {
  const { kind, booking, locale, contact, ticketUrl, checkoutUrl } = content;
  const { mails, labels: label } = guestTexts[locale];
  const { title } = mails[kind];
  const { subject, body, isOwn } = wordingOf(content);
  const paragraphs = clean(body).split(/\n\s*\n/);
  const venue = onOneLine(contact.name);
  return {
    locale,
    subject,
    title,
    greeting: label.greeting,
    own: isOwn ? { lead: fill(label.messageFrom, { venue }), body: paragraphs } : null,
    body: [...(isOwn ? [] : paragraphs), ...oncePaid(content), ...refunds(content), ...noInvoice(content)],
    rows: withValues([
      [label.what, onOneLine(booking.facility)],
      [label.when, formatWhen(booking, contact, locale)],
      [label.people, peopleOf(content)],
      [label.addOns, onOneLine(addOnsText(booking, locale)) || null],
      ...priceRows(content),
      [label.amount, amountOf(content)],
      ...vatRows(booking.vat, locale),
      ...depositRows(content),
      [label.open, content.openEur > 0 ? formatEuro(content.openEur, locale) : null],
      [label.payBy, content.restUntil ? formatMoment(content.restUntil, locale) : null],
      [label.number, booking.reference],
      // Anybody can enter a name for anybody's address, so no mail may start with it.
      [label.name, onOneLine(booking.customer_name) || null],
    ]),
    links: withValues([
      [isAboutOpenAmount(kind) ? label.payOpen : label.pay, checkoutUrl],
      [isAboutFuture(kind) ? label.viewOrCancel : label.view, content.hidesTicket ? null : ticketUrl],
    ]),
    venue: {
      name: venue,
      address: clean(contact.address ?? ''),
      phone: onOneLine(contact.phone ?? ''),
      email: contact.contactEmail ?? '',
    },
    brand: brandOf(content),
    termsUrl: contact.termsUrl,
    reason: fill(label.reason, {
      ...{ venue, platform: PRODUCT, number: booking.reference },
      host: new URL(ticketUrl).host,
    }),
  };
}

/** The brand of the venue. Its logo comes from the host of the ticket. */
function brandOf({ contact, ticketUrl }: MailContent): MailParts['brand'] {
  const { accent = null, radius = null, logo = null } = contact.brand ?? {};
  return { accent, radius, logo: logo && new URL(inWidth(logo, 480), ticketUrl).href };
}

/** A mail that shows VAT says that it is not an invoice. */
const noInvoice = ({ kind, booking, locale }: MailContent): string[] =>
  kind === 'confirmed' && booking.vat?.length ? [guestTexts[locale].labels.noInvoice] : [];

/** The cancellation deadline that applies after payment. */
function oncePaid({ cancelUntilOncePaid: until, refundTiers, locale }: MailContent): string[] {
  if (until === undefined) return [];
  const { oncePaid, oncePaidTiers, oncePaidNever } = guestTexts[locale].labels;
  const text = refundTiers?.length ? oncePaidTiers : oncePaid;
  return [until === null ? oncePaidNever : fill(text, { until: formatMoment(until, locale) })];
}

/** The refund tiers, if there are any. */
function refunds({ refundTiers: tiers = [], locale }: MailContent): string[] {
  if (tiers.length === 0) return [];
  const { lead, lines } = refundWording(tiers, locale);
  return [[lead, ...lines.map((line) => `– ${line}`)].join('\n')];
}

/** The price lines, if they say more than the total. */
function priceRows({ booking, locale }: MailContent): [string, string][] {
  const { price_lines: lines = [], guests } = booking;
  if (!explainPrice(lines, guests)) return [];
  return lines.map(({ text, count, amount_eur }) => [
    countedText({ text: onOneLine(text), count }),
    formatEuro(amount_eur, locale),
  ]);
}

/** What a booking with a deposit costs now and later, while its payment is due. */
function depositRows({ depositEur, restUntil, booking, locale }: MailContent): [string, string][] {
  if (depositEur === undefined) return [];
  const { payNow, payLater, payLaterOnline } = guestTexts[locale].labels;
  const restEur = toEuro(toCents(booking.amount_eur) - toCents(depositEur));
  return [
    [payNow, formatEuro(depositEur, locale)],
    [restUntil ? payLaterOnline : payLater, formatEuro(restEur, locale)],
  ];
}

/** The price, with a note if it is fully paid and with the old price if it has changed. */
function amountOf(content: MailContent): string {
  const { booking, paid, openEur, amountBeforeEur: before, locale } = content;
  const { amount_eur: amount } = booking;
  const label = guestTexts[locale].labels;
  const notes = [
    ...(amount > 0 && paid && openEur === 0 ? [label.paid] : []),
    ...(before === null || before === amount ? [] : [label.was(formatEuro(before, locale))]),
  ];
  const shown = formatPrice(amount, locale);
  return notes.length > 0 ? `${shown} (${notes.join(', ')})` : shown;
}

/** The number of people, with the old number if it has changed. */
function peopleOf({ booking, peopleBefore, locale }: MailContent): string {
  const shown = onOneLine(guestsText(booking, locale));
  const { people, guests } = booking;
  if (peopleBefore === null || peopleBefore === people) return shown;
  const was = guestTexts[locale].labels.was(String(peopleBefore));
  return guests ? `${withColon(`${people} (${was})`, locale)} ${shown}` : `${shown} (${was})`;
}
