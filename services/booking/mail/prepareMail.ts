import { localAt } from '@venue-booking/kit/venueTime';
import { type Locale, toEuro } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue';
import { cancelUntilOncePaid, toBooking } from '../core/bookingView.ts';
import { openOf } from '../core/changedPrice.ts';
import { backOf, keptOf, paidOf, tiersToCome } from '../core/keptMoney.ts';
import { type BookingLinks, isExpired } from '../links/bookingLinks.ts';
import { compose } from './compose.ts';
import { isAboutWhatComes, isStillTrue, type MailKind } from './mailKind.ts';
import type { ClaimedMail, MailedBooking } from './mailStore.ts';
import { type EncodedMessage, SendFailure } from './mailTransport.ts';
import { encode } from './mime.ts';
import { isAddressedByVenue, WAITS } from './venueRecipients.ts';

/** Where what a mail is made of comes from. */
export type MailSources = {
  /** The booking as it is now. */
  bookingOf: (mail: ClaimedMail) => Promise<MailedBooking | null>;
  contactOf: (venueId: number) => Promise<VenueContact>;
  ticketUrl: BookingLinks['ticketUrl'];
  mailedTicketUrl: BookingLinks['mailedTicketUrl'];
  /** Where an unpaid booking is paid; null when there is no such place. */
  checkoutUrl: (row: MailedBooking) => Promise<string | null>;
  /** The booking as an iCalendar file; null for none. */
  calendarOf: (row: MailedBooking, contact: VenueContact, ticketUrl: string) => string | null;
  /** Whether this mail may still go to its recipient today; counts it. */
  hasTurn: (mail: ClaimedMail, row: MailedBooking) => Promise<boolean>;
  /** Whether the venue may mail this guest today; counts the guest. */
  venueMayMail: (mail: ClaimedMail, contact: VenueContact, row: MailedBooking) => Promise<boolean>;
  from: string;
};

/** Why a mail should not be sent. `told`: the venue should know. */
export type Drop = { drop: string; told?: boolean };
/** Why a mail should be sent later. */
export type Wait = { wait: string };

/**
 * Makes a mail from what its booking is now, or tells in a few words why it should not be
 * sent, or not yet.
 * @throws SendFailure when what it says can't be read at the moment
 */
export async function prepareMail(
  sources: MailSources,
  mail: ClaimedMail,
): Promise<EncodedMessage | Drop | Wait> {
  const { venueId, id, bookingId, kind, amountCents, peopleBefore, amountBefore, createdAt } = mail;
  const found = await read(sources, mail).catch(() => {
    throw new SendFailure('later', 'booking or venue can not be read');
  });
  if ('drop' in found || 'wait' in found) return found;
  const { row, contact, ...links } = found;
  const message = compose({
    of: { venueId, bookingId, mailId: id, createdAt },
    kind,
    booking: toBooking(row),
    holdUntil: row.holdUntil && localAt(row.timezone, row.holdUntil.getTime()),
    ...(kind === 'payment_due' && { cancelUntilOncePaid: cancelUntilOncePaid(row, row.cancelUntilHours) }),
    refundedEur: amountCents === null ? null : toEuro(amountCents),
    peopleBefore,
    amountBeforeEur: amountBefore === null ? null : toEuro(amountBefore),
    openEur: toEuro(openOf(row)),
    // A refund may be quicker than the mail that promises it; what was gone before is not promised.
    paid:
      row.paymentStatus === 'paid' ||
      (kind === 'cancelled' && row.paymentStatus === 'refunded' && backOf(row) > 0),
    paidEur: toEuro(paidOf(row)),
    keptEur: toEuro(keptOf(row)),
    backEur: toEuro(backOf(row)),
    ...(tellsOfRefunds(kind, row) && {
      refundTiers: tiersToCome(row, row.cancelUntilHours, Date.now()),
    }),
    locale: row.locale as Locale,
    contact,
    ownTexts: row.ownTexts,
    from: sources.from,
    ...links,
    // A refund long after the visit needs no link that has expired.
    hidesTicket: isExpired(row, Date.now()),
    calendar: sources.calendarOf(row, contact, await sources.ticketUrl(row)),
  });
  return encode(message);
}

/** Whether what comes back to who cancels is worth telling: while it can be cancelled, and money is in it. */
const tellsOfRefunds = (kind: MailKind, { paymentStatus }: MailedBooking): boolean =>
  kind === 'payment_due' || (['confirmed', 'changed'].includes(kind) && paymentStatus === 'paid');

type Found = {
  row: MailedBooking;
  contact: VenueContact;
  checkoutUrl: string | null;
  ticketUrl: string;
};

/** What a mail is made of, or why it should not be sent. */
async function read(sources: MailSources, mail: ClaimedMail): Promise<Found | Drop | Wait> {
  const { venueId, kind } = mail;
  // First, as it takes its time, in which the guest may be erased or the booking changed.
  const contact = await sources.contactOf(venueId);
  const row = await findBookingOf(sources, mail);
  if (typeof row === 'string') return { drop: row };
  const checkoutUrl = kind === 'payment_due' ? await sources.checkoutUrl(row) : null;
  if (kind === 'payment_due' && checkoutUrl === null) return { drop: 'nothing to pay at' };
  if (isAddressedByVenue(row) && !(await sources.venueMayMail(mail, contact, row))) return { wait: WAITS };
  if (!(await sources.hasTurn(mail, row)))
    return { drop: 'too many mails to this address today', told: true };
  return { row, contact, checkoutUrl, ticketUrl: await sources.mailedTicketUrl(row) };
}

/** The booking as it is now, or why nothing should be sent about it. */
async function findBookingOf({ bookingOf }: MailSources, mail: ClaimedMail) {
  const row = await bookingOf(mail);
  if (!row || row.erasedAt !== null || row.customerEmail === '') return 'no address';
  if (!isStillTrue(mail.kind, row.status)) return `overtaken: ${row.status}`;
  if (isAboutWhatComes(mail.kind) && row.endsAt.getTime() < Date.now()) return 'over';
  return row;
}
