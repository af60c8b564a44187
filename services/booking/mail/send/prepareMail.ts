import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { type Locale, toEuro } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import type { RestTerms } from '../../core/bookingRules.ts';
import { cancelUntilOncePaid, restUntilOf, toBooking } from '../../core/bookingView.ts';
import { openOf, unpaidOf } from '../../core/changedPrice.ts';
import { backOf, hasOnlineMoney, keptOf, paidOf, paidOnlineOf, tiersToCome } from '../../core/keptMoney.ts';
import { type BookingLinks, isExpired } from '../../links/bookingLinks.ts';
import { compose } from '../compose/compose.ts';
import type { ClaimedMail, MailedBooking } from '../queue/mailStore.ts';
import { isAddressedByVenue, RECIPIENT_LIMIT_REACHED } from '../queue/venueRecipients.ts';
import type { MailContent } from '../texts/mailContent.ts';
import {
  hasAppointment,
  isAboutFuture,
  isAboutOpenAmount,
  isCurrent,
  type MailKind,
} from '../texts/mailKind.ts';
import { type EncodedMessage, SendFailure } from '../transport/mailTransport.ts';
import { encode } from '../transport/mime.ts';

/** Sources of a mail's content. */
export type MailSources = {
  /** The current booking. */
  bookingOf: (mail: ClaimedMail) => Promise<MailedBooking | null>;
  contactOf: (venueId: number) => Promise<VenueContact>;
  ticketUrl: BookingLinks['ticketUrl'];
  mailedTicketUrl: BookingLinks['mailedTicketUrl'];
  /** Link to the payment of an unpaid booking or of an open amount; null if nothing can be paid online. */
  checkoutUrl: (row: MailedBooking) => Promise<string | null>;
  /** The booking as an iCalendar file, or null. */
  calendarOf: (row: MailedBooking, contact: VenueContact, ticketUrl: string) => string | null;
  /** Whether the recipient's daily limit allows this mail; counts it. */
  allowMail: (mail: ClaimedMail, row: MailedBooking) => Promise<boolean>;
  /** Whether the venue's daily recipient limit allows this guest; counts the guest. */
  allowRecipient: (mail: ClaimedMail, contact: VenueContact, row: MailedBooking) => Promise<boolean>;
  from: string;
};

/** Why a mail must not be sent. `inHistory`: show it in the history of the booking. */
export type Drop = { dropReason: string; inHistory?: boolean };
/** Why a mail must be sent later. */
export type Delay = { delayReason: string };

/**
 * Composes a mail from the current booking, or returns a short reason to drop or delay it.
 * @throws SendFailure if its data can't be read at the moment
 */
export async function prepareMail(
  sources: MailSources,
  mail: ClaimedMail,
): Promise<EncodedMessage | Drop | Delay> {
  const { venueId, id, bookingId, kind, amountCents, peopleBefore, amountBefore, createdAt } = mail;
  const found = await read(sources, mail).catch(() => {
    throw new SendFailure('temporary', 'booking or venue can not be read');
  });
  if ('dropReason' in found || 'delayReason' in found) return found;
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
    openEur: toEuro(kind === 'payment_link' ? unpaidOf(row) : openOf(row)),
    // The refund may have been made before the cancellation mail; an earlier refund is not promised again.
    paid:
      hasOnlineMoney(row) || (kind === 'cancelled' && row.paymentStatus === 'refunded' && backOf(row) > 0),
    ...(kind === 'payment_due' && isDeposit(row) && { depositEur: toEuro(paidOf(row)) }),
    ...(kind === 'payment_due' || unpaidOf(row) > 0 ? dueRest(row) : {}),
    paidEur: toEuro(paidOnlineOf(row)),
    keptEur: toEuro(keptOf(row)),
    backEur: toEuro(backOf(row)),
    ...(showsRefundTiers(kind, row) && {
      refundTiers: tiersToCome(row, row.cancelUntilHours, Date.now()),
    }),
    locale: row.locale as Locale,
    contact,
    ownTexts: row.ownTexts,
    from: sources.from,
    ...links,
    // A refund long after the visit would otherwise link to an expired ticket.
    hidesTicket: isExpired(row, Date.now()),
    calendar: hasAppointment(kind, row.status)
      ? sources.calendarOf(row, contact, await sources.ticketUrl(row))
      : null,
  });
  return encode(message);
}

/** The terms of a rest that is still due online. */
const dueRest = (row: MailedBooking): Pick<MailContent, 'restUntil' | 'restUnpaid'> =>
  row.restDueAt === null || row.restTerms === null
    ? {}
    : { ...restUntilOf(row), restUnpaid: (row.restTerms as RestTerms).unpaid };

const isDeposit = (row: MailedBooking): boolean => paidOf(row) < Number(row.amountCents);

/** Whether to show refund tiers: only while the booking can be cancelled and money is involved. */
const showsRefundTiers = (kind: MailKind, row: MailedBooking): boolean =>
  kind === 'payment_due' || (['confirmed', 'changed'].includes(kind) && hasOnlineMoney(row));

type Found = {
  row: MailedBooking;
  contact: VenueContact;
  checkoutUrl: string | null;
  ticketUrl: string;
};

/** The data for a mail, or why it must not be sent. */
async function read(sources: MailSources, mail: ClaimedMail): Promise<Found | Drop | Delay> {
  const { venueId, kind } = mail;
  // Read the contact first: it takes long, and the booking may change meanwhile.
  const contact = await sources.contactOf(venueId);
  const row = await findBookingOf(sources, mail);
  if (typeof row === 'string') return { dropReason: row };
  const asksForPayment = kind === 'payment_due' || kind === 'payment_link';
  const mayPay = asksForPayment || (isAboutOpenAmount(kind) && openOf(row) > 0);
  const checkoutUrl = mayPay ? await sources.checkoutUrl(row) : null;
  if (asksForPayment && checkoutUrl === null) return { dropReason: 'nothing to pay at' };
  if (isAddressedByVenue(row) && !(await sources.allowRecipient(mail, contact, row)))
    return { delayReason: RECIPIENT_LIMIT_REACHED };
  if (!(await sources.allowMail(mail, row)))
    return { dropReason: 'too many mails to this address today', inHistory: true };
  return { row, contact, checkoutUrl, ticketUrl: await sources.mailedTicketUrl(row) };
}

/** The current booking, or why no mail may be sent about it. */
async function findBookingOf({ bookingOf }: MailSources, mail: ClaimedMail) {
  const row = await bookingOf(mail);
  if (!row || row.erasedAt !== null || row.customerEmail === '') return 'no address';
  if (!isCurrent(mail.kind, row.status)) return `overtaken: ${row.status}`;
  if (isAboutFuture(mail.kind) && row.endsAt.getTime() < Date.now()) return 'over';
  return row;
}
