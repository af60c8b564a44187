import { explainPrice } from '@venue-booking/domain/price/lineTexts';
import {
  addOnsText,
  countedText,
  guestsText,
  partyText,
  vatRows,
  withColon,
} from '@venue-booking/domain/wording/bookingTexts';
import {
  formatDay,
  formatEuro,
  formatMoment,
  formatPrice,
  formatTimes,
} from '@venue-booking/domain/wording/formats';
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
  /** What guests should know, in the venue's words, below a lead that names its author. Null: nothing. */
  info: { lead: string; body: string[] } | null;
  /** Pairs of label and value, with the URL that the value links to, if there is one. */
  rows: [label: string, value: string, url?: string][];
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
  const { mails, messageTitle, labels: label } = guestTexts[locale];
  const title = kind === 'message' ? messageTitle : mails[kind].title;
  const { subject, body, isOwn } = wordingOf(content);
  const paragraphs = clean(body).split(/\n\s*\n/);
  const venue = onOneLine(contact.name);
  return {
    locale,
    subject,
    title,
    greeting: label.greeting,
    own: isOwn ? { lead: fill(label.messageFrom, { venue }), body: paragraphs } : null,
    body: [
      ...(isOwn ? [] : paragraphs),
      ...deadlines(content),
      ...oncePaid(content),
      ...refunds(content),
      ...noInvoice(content),
    ],
    info: infoOf(content),
    rows: content.dates ? rowsTogether(content) : rowsOf(content),
    links: content.dates
      ? []
      : withValues([
          [label.review, kind === 'follow_up' ? (content.reviewUrl ?? null) : null],
          [isAboutOpenAmount(kind) ? label.payOpen : label.pay, checkoutUrl],
          [canCancel(content) ? label.viewOrCancel : label.view, content.hidesTicket ? null : ticketUrl],
        ]),
    ...venueParts(contact, ticketUrl),
    reason: fill(label.reason, {
      ...{ venue, platform: PRODUCT, number: booking.reference },
      host: new URL(ticketUrl).host,
    }),
  };
}

/** Whether the ticket may offer to cancel: the mail is about the future, and a reminder is early enough. */
const canCancel = ({ kind, until }: MailContent): boolean =>
  isAboutFuture(kind) && (until === undefined || until.cancel !== null);

function rowsOf(content: MailContent): MailParts['rows'] {
  const { booking, locale, contact } = content;
  const label = guestTexts[locale].labels;
  return withValues([
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
  ]);
}

/** The rows of a mail about several dates: what they share, then each date with its ticket. */
function rowsTogether(content: MailContent): MailParts['rows'] {
  const { booking, locale, dates = [] } = content;
  const label = guestTexts[locale].labels;
  const partyOf = (of: typeof booking) =>
    [partyText(of, locale), addOnsText(of, locale)].filter(Boolean).map(onOneLine).join(', ');
  const isSameParty = dates.every(({ booking: date }) => partyOf(date) === partyOf(booking));
  const shared = withValues([
    [label.what, onOneLine(booking.facility)],
    [label.people, isSameParty ? peopleOf(content) : null],
    [label.addOns, (isSameParty && onOneLine(addOnsText(booking, locale))) || null],
    [label.amount, amountOf(content)],
    [label.open, content.openEur > 0 ? formatEuro(content.openEur, locale) : null],
    [label.name, onOneLine(booking.customer_name) || null],
  ]);
  const rows = dates.map(({ booking: date, ticketUrl }): MailParts['rows'][number] => {
    const elsewhere = date.facility === booking.facility ? [] : [onOneLine(date.facility)];
    const times = formatTimes(date.starts_at, date.ends_at, locale);
    const party = isSameParty ? [] : [partyOf(date)];
    const texts = [times, ...elsewhere, ...party, date.reference];
    return [formatDay(date.starts_at, locale), texts.join(' · '), ticketUrl];
  });
  return [...shared, ...rows];
}

/**
 * What a mail shows of the venue.
 * @param ownUrl a URL of the platform, whose host serves the logo
 */
export function venueParts(
  contact: MailContent['contact'],
  ownUrl: string,
): Pick<MailParts, 'venue' | 'brand' | 'termsUrl'> {
  const { accent = null, radius = null, logo = null } = contact.brand ?? {};
  return {
    venue: {
      name: onOneLine(contact.name),
      address: clean(contact.address ?? ''),
      phone: onOneLine(contact.phone ?? ''),
      email: contact.contactEmail ?? '',
    },
    brand: { accent, radius, logo: logo && new URL(inWidth(logo, 480), ownUrl).href },
    termsUrl: contact.termsUrl,
  };
}

/** A mail that shows VAT says that it is not an invoice. */
const noInvoice = ({ kind, booking, locale }: MailContent): string[] =>
  kind === 'confirmed' && booking.vat?.length ? [guestTexts[locale].labels.noInvoice] : [];

/** What the venue wants its guests to know about their visit. */
function infoOf({ visitInfo = [], contact, locale }: MailContent): MailParts['info'] {
  const body = visitInfo.flatMap((text) => clean(text).split(/\n\s*\n/));
  const lead = fill(guestTexts[locale].labels.goodToKnow, { venue: onOneLine(contact.name) });
  return body.length > 0 ? { lead, body } : null;
}

/** Until when the guest can change and cancel the booking. */
function deadlines({ until, locale }: MailContent): string[] {
  const { changeUntil, cancelUntil } = guestTexts[locale].labels;
  return [
    ...(until?.change ? [fill(changeUntil, { until: formatMoment(until.change, locale) })] : []),
    ...(until?.cancel ? [fill(cancelUntil, { until: formatMoment(until.cancel, locale) })] : []),
  ];
}

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
