import { afterNight } from '@venue-booking/domain/booking/visitMail';
import { localAt, zonedAt } from '@venue-booking/domain/schedule/venueTime';
import { type Locale, toEuro } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { changeDeadline } from '../../changes/changeDeadline.ts';
import type { RestTerms } from '../../core/bookingRules.ts';
import { cancelDeadline, cancelUntilOncePaid, restUntilOf, toBooking } from '../../core/bookingView.ts';
import { openOf, unpaidOf } from '../../core/changedPrice.ts';
import { backOf, hasOnlineMoney, keptOf, paidOf, paidOnlineOf, tiersToCome } from '../../core/keptMoney.ts';
import { visitInfoIn } from '../../core/visitInfo.ts';
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
  isVisitMail,
  type MailKind,
} from '../texts/mailKind.ts';
import { type EncodedMessage, SendFailure } from '../transport/mailTransport.ts';
import { encode } from '../transport/mime.ts';

/** Sources of a mail's content. */
export type MailSources = {
  /** The current booking. */
  bookingOf: (mail: Pick<ClaimedMail, 'venueId' | 'bookingId'>) => Promise<MailedBooking | null>;
  contactOf: (venueId: number) => Promise<VenueContact>;
  ticketUrl: BookingLinks['ticketUrl'];
  mailedTicketUrl: BookingLinks['mailedTicketUrl'];
  /** Link to the payment of an unpaid booking or of an open amount; null if nothing can be paid online. */
  checkoutUrl: (row: MailedBooking) => Promise<string | null>;
  /** The bookings as an iCalendar file, or null. */
  calendarOf: (
    dates: readonly { row: MailedBooking; ticketUrl: string }[],
    contact: VenueContact,
  ) => string | null;
  /** Whether the recipient's daily limit allows this mail; counts it. */
  allowMail: (mail: ClaimedMail, row: MailedBooking) => Promise<boolean>;
  /** Whether the venue's daily recipient limit allows this guest; counts the guest. */
  allowRecipient: (mail: ClaimedMail, contact: VenueContact, row: MailedBooking) => Promise<boolean>;
  from: string;
};

/** Why a mail must not be sent. `inHistory`: show it in the history of the booking. */
export type Drop = { dropReason: string; inHistory?: boolean };
/** Why a mail must be sent later. `until`: it counts as not attempted until then. */
export type Delay = { delayReason: string; until?: Date };

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
  const { row, dates, contact, ...links } = found;
  const locale = row.locale as Locale;
  const sum = (centsOf: (of: MailedBooking) => number) =>
    toEuro(dates.reduce((cents, it) => cents + centsOf(it.row), 0));
  const isTogether = mail.bookingIds !== null;
  const message = compose({
    of: { venueId, bookingId, mailId: id, createdAt },
    kind,
    message: mail.message,
    booking: { ...toBooking(row), amount_eur: sum(({ amountCents: cents }) => Number(cents)) },
    ...(isTogether && {
      dates: dates.map((it) => ({ booking: toBooking(it.row), ticketUrl: it.ticketUrl })),
    }),
    holdUntil: row.holdUntil && localAt(row.timezone, row.holdUntil.getTime()),
    ...(row.freeChangeUntil && { chooseUntil: localAt(row.timezone, row.freeChangeUntil.getTime()) }),
    ...(kind === 'payment_due' && { cancelUntilOncePaid: cancelUntilOncePaid(row, row.cancelUntilHours) }),
    refundedEur: amountCents === null ? null : toEuro(amountCents),
    peopleBefore,
    amountBeforeEur: amountBefore === null ? null : toEuro(amountBefore),
    openEur: sum(kind === 'payment_link' ? unpaidOf : openOf),
    // The refund may have been made before the cancellation mail; an earlier refund is not promised again.
    paid: dates.some(
      ({ row: it }) =>
        hasOnlineMoney(it) || (kind === 'cancelled' && it.paymentStatus === 'refunded' && backOf(it) > 0),
    ),
    ...(kind === 'payment_due' && isDeposit(row) && { depositEur: toEuro(paidOf(row)) }),
    ...(kind === 'payment_due' || unpaidOf(row) > 0 ? dueRest(row) : {}),
    paidEur: sum(paidOnlineOf),
    keptEur: sum(keptOf),
    backEur: sum(backOf),
    ...(!isTogether &&
      showsRefundTiers(kind, row) && {
        refundTiers: tiersToCome(row, row.cancelUntilHours, Date.now()),
      }),
    ...(kind === 'reminder' && {
      visitInfo: visitInfoIn(locale, ...row.visitInfos),
      until: ownDeadlines(row),
    }),
    reviewUrl: row.reviewUrl,
    locale,
    contact,
    ownTexts: row.ownTexts,
    from: sources.from,
    ...links,
    // A refund long after the visit would otherwise link to an expired ticket.
    hidesTicket: isExpired(row, Date.now()),
    ...(hasAppointment(kind, row.status) && !isTogether && { appointment: appointmentOf(row) }),
    calendar: hasAppointment(kind, row.status)
      ? sources.calendarOf(
          await Promise.all(
            dates.map(async (it) => ({ row: it.row, ticketUrl: await sources.ticketUrl(it.row) })),
          ),
          contact,
        )
      : null,
  });
  return encode(message);
}

/** Start and end as mail programs read them, such as `2030-06-03T10:00:00+02:00`. */
function appointmentOf({
  timezone,
  startsAt,
  endsAt,
}: MailedBooking): NonNullable<MailContent['appointment']> {
  const shown = (at: Date) =>
    zonedAt(timezone, at.getTime()).toString({ timeZoneName: 'never', smallestUnit: 'second' });
  return { startsAt: shown(startsAt), endsAt: shown(endsAt) };
}

/** Until when a guest can still change and cancel a booking. */
function ownDeadlines(row: MailedBooking): NonNullable<MailContent['until']> {
  const shown = (deadline: number | null) =>
    deadline !== null && Date.now() < deadline ? localAt(row.timezone, deadline) : null;
  return {
    change: shown(changeDeadline(row, row)),
    cancel: shown(cancelDeadline(row, row.cancelUntilHours)),
  };
}

/** The terms of a rest that is still due online. */
const dueRest = (row: MailedBooking): Pick<MailContent, 'restUntil' | 'restUnpaid'> =>
  row.restDueAt === null || row.restTerms === null
    ? {}
    : { ...restUntilOf(row), restUnpaid: (row.restTerms as RestTerms).unpaid };

const isDeposit = (row: MailedBooking): boolean => paidOf(row) < Number(row.amountCents);

/** Whether to show refund tiers: only while the booking can be cancelled and money is involved. */
const showsRefundTiers = (kind: MailKind, row: MailedBooking): boolean =>
  kind === 'payment_due' || (['confirmed', 'changed', 'reminder'].includes(kind) && hasOnlineMoney(row));

type Found = {
  row: MailedBooking;
  /** All bookings that the mail is about, `row` included. */
  dates: { row: MailedBooking; ticketUrl: string }[];
  contact: VenueContact;
  checkoutUrl: string | null;
  ticketUrl: string;
};

/** The data for a mail, or why it must not be sent. */
async function read(sources: MailSources, mail: ClaimedMail): Promise<Found | Drop | Delay> {
  const { venueId, kind } = mail;
  // Read the contact first: it takes long, and the booking may change meanwhile.
  const contact = await sources.contactOf(venueId);
  const rows = await findBookingsOf(sources, mail);
  if (typeof rows === 'string') return { dropReason: rows };
  const [row] = rows;
  const morning = afterNight(row.timezone, Date.now());
  if (isVisitMail(kind) && morning > Date.now())
    return { delayReason: 'not at night', until: new Date(morning) };
  const asksForPayment = kind === 'payment_due' || kind === 'payment_link';
  const mayPay = asksForPayment || (isAboutOpenAmount(kind) && openOf(row) > 0);
  const checkoutUrl = mayPay ? await sources.checkoutUrl(row) : null;
  if (asksForPayment && checkoutUrl === null) return { dropReason: 'nothing to pay at' };
  const isByVenue = isAddressedByVenue(row) || kind === 'message';
  if (isByVenue && !(await sources.allowRecipient(mail, contact, row)))
    return { delayReason: RECIPIENT_LIMIT_REACHED };
  if (!(await sources.allowMail(mail, row)))
    return { dropReason: 'too many mails to this address today', inHistory: true };
  const dates = await Promise.all(
    rows.map(async (it) => ({ row: it, ticketUrl: await sources.mailedTicketUrl(it) })),
  );
  return { row, dates, contact, checkoutUrl, ticketUrl: dates[0]?.ticketUrl ?? '' };
}

/** The current bookings of a mail, or why no mail may be sent about them. */
async function findBookingsOf(
  { bookingOf }: MailSources,
  mail: ClaimedMail,
): Promise<[MailedBooking, ...MailedBooking[]] | string> {
  const ids = mail.bookingIds ?? [mail.bookingId];
  const found = await Promise.all(
    ids.map(async (bookingId) => checkedBooking(mail, await bookingOf({ ...mail, bookingId }))),
  );
  const [first, ...others] = found.filter((it) => typeof it !== 'string');
  if (!first) return found.find((it) => typeof it === 'string') ?? 'no address';
  // One of them may have another address by now, whose owner must not get the tickets of the others.
  const address = first.customerEmail.toLowerCase();
  return [first, ...others.filter(({ customerEmail }) => customerEmail.toLowerCase() === address)];
}

/** The booking, or why no mail or SMS may be sent about it. */
export function checkedBooking(
  mail: Pick<ClaimedMail, 'kind' | 'createdAt'>,
  row: MailedBooking | null,
): MailedBooking | string {
  if (!row || row.erasedAt !== null || row.customerEmail === '') return 'no address';
  if (!isCurrent(mail.kind, row.status)) return `overtaken: ${row.status}`;
  const isMoved = row.agreedAt !== null && mail.createdAt <= row.agreedAt;
  if (isVisitMail(mail.kind) && isMoved) return 'overtaken: moved';
  if (mail.kind === 'choose_time' && row.freeChangeUntil === null) return 'overtaken: chosen';
  const until = mail.kind === 'reminder' ? row.startsAt : row.endsAt;
  if (isAboutFuture(mail.kind) && until.getTime() < Date.now()) return 'over';
  return row;
}
