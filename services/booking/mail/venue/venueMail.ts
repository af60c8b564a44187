import { addOnsText, guestsText, partyText, withColon } from '@venue-booking/domain/wording/bookingTexts';
import { formatEuro, formatPrice } from '@venue-booking/domain/wording/formats';
import type { Booking } from '@venue-booking/proto/booking/booking';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { composeOfPlatform } from '../compose/compose.ts';
import { withValues } from '../compose/mailParts.ts';
import { formatWhen } from '../texts/mailText.ts';
import { guestTexts, staffTexts } from '../texts/mailTexts.ts';
import type { StaffTexts } from '../texts/nl/staffTexts.ts';
import { onOneLine } from '../texts/plainText.ts';
import type { Message } from '../transport/mailTransport.ts';
import type { NoticeKind } from './queueVenueNotices.ts';

type VenueWords = StaffTexts['notices'];

/** A booking in a mail to the venue, in its current state. `openEur`: left to pay of what was paid online. */
export type ListedBooking = { kind: NoticeKind; booking: Booking; paid: boolean; openEur: number };

export type VenueMailContent = {
  venueId: number;
  contact: VenueContact & { contactEmail: string };
  /** The bookings to list, in order; at least one. */
  bookings: ListedBooking[];
  /** Number of bookings that are not listed. */
  more: number;
  from: string;
  /** Base URL of the platform without a trailing slash. */
  publicUrl: string;
  at: Date;
};

/** The mail to a venue's contact, in the venue's language, as plain text and as HTML. */
export function composeVenueMail(content: VenueMailContent): Message {
  const { venueId, contact, bookings, more, from, at } = content;
  const { locale } = contact;
  const words = staffTexts[locale].notices;
  const [only] = bookings;
  const single = bookings.length === 1 && more === 0 && only ? only : null;
  const parts = {
    locale,
    subject: single ? subjectOf(single, contact, words) : words.subjectOfMany(countsOf(content)),
    title: single ? words.title[single.kind] : words.titleOfMany,
    greeting: guestTexts[locale].labels.greeting,
    body: [
      single ? words.lead[single.kind] : words.leadOfMany(onOneLine(contact.name)),
      ...(more > 0 ? [words.more(more)] : []),
    ],
    rows: single ? rowsOf(single, contact) : bookings.map((it) => rowOf(it, contact)),
    links: linksOf(content, single, words),
  };
  // It belongs to several bookings. Erasing any guest of the venue deletes it.
  return composeOfPlatform({ venueId, to: contact.contactEmail, from, at, parts });
}

const subjectOf = ({ kind, booking }: ListedBooking, contact: VenueContact, words: VenueWords): string =>
  `${withColon(words.title[kind], contact.locale)} ${onOneLine(booking.facility)}, ${formatWhen(booking, contact, contact.locale)}`;

/** The main facts of a booking as labels and values. */
function rowsOf({ booking, paid, openEur }: ListedBooking, contact: VenueContact): [string, string][] {
  const { locale } = contact;
  const label = guestTexts[locale].labels;
  const amount = formatPrice(booking.amount_eur, locale);
  return withValues([
    [label.what, onOneLine(booking.facility)],
    [label.when, formatWhen(booking, contact, locale)],
    [label.people, onOneLine(guestsText(booking, locale))],
    [label.addOns, onOneLine(addOnsText(booking, locale)) || null],
    [label.amount, paid && openEur === 0 ? `${amount} (${label.paid})` : amount],
    [label.open, openEur > 0 ? formatEuro(openEur, locale) : null],
    [label.name, onOneLine(booking.customer_name) || null],
    [label.number, booking.reference],
  ]);
}

/** A booking in a list, on one line. */
function rowOf({ kind, booking }: ListedBooking, contact: VenueContact): [string, string] {
  const { locale } = contact;
  const words = staffTexts[locale].notices;
  const name = onOneLine(booking.customer_name);
  const party = partyText({ people: booking.people }, locale);
  const what = [formatWhen(booking, contact, locale), onOneLine(booking.facility), party];
  return [words.short[kind], [...what, ...(name ? [name] : []), booking.reference].join(' · ')];
}

const countsOf = ({ bookings, more }: VenueMailContent) => {
  const count = (kind: NoticeKind) => bookings.filter((it) => it.kind === kind).length;
  return {
    new: count('new'),
    changed: count('changed'),
    unpaid: count('unpaid'),
    cancelled: count('cancelled'),
    more,
  };
};

function linksOf(
  { publicUrl, contact }: VenueMailContent,
  single: ListedBooking | null,
  words: VenueWords,
): [string, string][] {
  const venue = `${publicUrl}/admin/v/${contact.slug}`;
  return [
    single
      ? [words.toBooking, `${venue}/bookings/${single.booking.id}`]
      : [words.toBookings, `${venue}/bookings`],
    [words.toSettings, `${venue}/settings/mail`],
  ];
}
