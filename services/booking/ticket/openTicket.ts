import { nextStatuses } from '@venue-booking/domain/booking/statusTransitions';
import { isRepeated, localAt, offsetAt } from '@venue-booking/domain/schedule/venueTime';
import type { Ticket } from '@venue-booking/proto/booking/booking';
import { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import type { Locale } from '@venue-booking/proto/primitives';
import { changeDeadline } from '../changes/changeDeadline.ts';
import { requireVenue } from '../core/bookingStore.ts';
import { cancelDeadline, cancelUntilOncePaid, restUntilOf, toBooking } from '../core/bookingView.ts';
import { openOf, toReturnOf, unpaidOf } from '../core/changedPrice.ts';
import { facilityNames, forGuest } from '../core/facilityNames.ts';
import {
  backOf,
  hasOnlineMoney,
  heldOnlineOf,
  keptOf,
  laterOf,
  paidOf,
  paidOnlineOf,
  tiersToCome,
} from '../core/keptMoney.ts';
import type { BookingDatabase } from '../database.ts';
import type { Booking as Row, Venue } from '../gen/prisma/client.ts';
import { ticketInvoices } from '../invoices/ticketInvoices.ts';
import type { BookingLinks } from '../links/bookingLinks.ts';
import { checkoutUrlOf, openAmountUrlOf } from '../payments/payLink.ts';

/**
 * The booking of a ticket's token and what its guest may do; null for an unknown token.
 * @param options.mail the `mail` parameter of the link in the mail
 * @param options.language for the name of the facility; default: that of the booking
 */
export async function openTicket(
  deps: { database: BookingDatabase } & Pick<BookingLinks, 'findByTicket' | 'payUrl' | 'isMailed'>,
  token: string,
  { mail, language }: { mail?: string | undefined; language?: Locale | undefined } = {},
): Promise<Ticket | null> {
  const { database, findByTicket } = deps;
  const found = await findByTicket(token);
  if (!found) return null;
  const row = forGuest(found, await facilityNames(database, found), language);
  if (mail !== undefined && !row.mailboxOpened && deps.isMailed(row, mail))
    await recordMailOpened(database, row);
  const venue = await requireVenue(database, row.venueId);
  const { cancelUntilHours } = venue;
  const open = (nextStatuses[BookingStatus.parse(row.status)] as BookingStatus[]).includes('cancelled');
  const deadline = cancelDeadline(row, cancelUntilHours);
  const [checkoutUrl, payOpenUrl] = await Promise.all([checkoutUrlOf(deps, row), openAmountUrlOf(deps, row)]);
  return {
    venueId: row.venueId,
    booking: toBooking(row),
    locale: row.locale as Ticket['locale'],
    timezone: row.timezone,
    utcOffsets: utcOffsets(row),
    cancelUntil: open ? localAt(row.timezone, deadline) : null,
    cancellable: open && Date.now() <= deadline,
    neverCancellable: deadline <= row.createdAt.getTime(),
    ...changeOf(row, venue),
    ...(await ticketInvoices(database, row, venue)),
    ...(checkoutUrl !== null && { cancelUntilOncePaid: cancelUntilOncePaid(row, cancelUntilHours) }),
    checkoutUrl,
    paymentStatus: row.paymentStatus as Ticket['paymentStatus'],
    ...(payOpenUrl !== null && { payOpen: { cents: unpaidOf(row), url: payOpenUrl } }),
    openCents: openOf(row),
    deskCents: Number(row.deskCents),
    ...(toReturnOf(row) > 0 && { returnCents: toReturnOf(row) }),
    onlineCents: laterOf(row) > 0 ? paidOnlineOf(row) : paidOf(row),
    ...restUntilOf(row),
    heldCents: heldOnlineOf(row),
    refundFailed: hasOnlineMoney(row) && (await lastRefund(database, row)) === 'refund_failed',
    moneyKept: row.moneyKept,
    keptCents: keptOf(row),
    backCents: backOf(row),
    refundTiers: open ? tiersToCome(row, cancelUntilHours, Date.now()) : [],
    payUntil: checkoutUrl !== null && row.holdUntil ? localAt(row.timezone, row.holdUntil.getTime()) : null,
  };
}

/**
 * From now on the booking counts for its mailbox: the guest has opened the mail, so no stranger used the
 * address.
 */
async function recordMailOpened(database: BookingDatabase, { venueId, id }: Row): Promise<void> {
  await database.$executeRaw`
    UPDATE booking.booking SET mailbox_opened = true WHERE venue_id = ${venueId} AND id = ${id} AND NOT mailbox_opened`;
}

/** The guest's option to change the booking, once it is paid; empty if the deadline had passed at booking. */
function changeOf(row: Row, venue: Venue): Pick<Ticket, 'change'> {
  const deadline = changeDeadline(row, venue);
  const { status, createdAt, timezone, facilityId, slotId } = row;
  if (status !== 'confirmed' && status !== 'pending_payment') return {};
  if (deadline === null || deadline <= createdAt.getTime()) return {};
  return {
    change: {
      until: localAt(timezone, deadline),
      isOver: Date.now() > deadline,
      facilityId,
      slotId: Number(slotId),
    },
  };
}

/** The latest history action about a refund; a cancellation asks for a new refund. */
async function lastRefund(database: BookingDatabase, { venueId, id }: Row): Promise<string | undefined> {
  const [latest] = await database.$queryRaw<{ action: string }[]>`
    SELECT action FROM booking.history
    WHERE venue_id = ${venueId} AND booking_id = ${id} AND action IN ('refunded', 'refund_failed', 'cancelled')
    ORDER BY seq DESC LIMIT 1`;
  return latest?.action;
}

/** UTC offsets of a booking in the night with a repeated hour; otherwise the local time is unambiguous. */
function utcOffsets({ timezone, startsAt, endsAt }: Row): Ticket['utcOffsets'] {
  const [start, end] = [startsAt.getTime(), endsAt.getTime()];
  if (!isRepeated(timezone, start) && !isRepeated(timezone, end)) return null;
  return [offsetAt(timezone, start) / 60_000, offsetAt(timezone, end) / 60_000];
}
