import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import type { PayLink } from '@venue-booking/proto/booking/booking';
import type { Locale } from '@venue-booking/proto/primitives';
import { findBooking } from '../core/bookingStore.ts';
import { toBooking } from '../core/bookingView.ts';
import { facilityNames, forGuest } from '../core/facilityNames.ts';
import { paidOf } from '../core/keptMoney.ts';
import type { LinkedBooking } from '../core/linkedBooking.ts';
import type { BookingDatabase } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import type { BookingLinks } from '../links/bookingLinks.ts';

type Deps = { database: BookingDatabase } & BookingLinks;

type Paying = LinkedBooking & Pick<Row, 'status' | 'holdUntil'>;

/**
 * Whether a guest can still pay a booking: it is unpaid, and its hold has not expired.
 * @param now ms since 1970
 */
const isPayable = ({ status, holdUntil }: Paying, now: number): boolean =>
  status === 'pending_payment' && holdUntil !== null && now < holdUntil.getTime();

/** The payment page of a booking, or null if it cannot be paid. */
export const checkoutUrlOf = async (
  { payUrl }: Pick<BookingLinks, 'payUrl'>,
  booking: Paying,
): Promise<string | null> => (isPayable(booking, Date.now()) ? payUrl(booking) : null);

/**
 * The booking behind a pay link's token, in any status; null for an unknown token.
 * @param language for the name of the facility; default: that of the booking
 */
export async function openPayLink(deps: Deps, token: string, language?: Locale): Promise<PayLink | null> {
  const row = await deps.findByPayToken(token);
  return row && linkOf(deps, row, language);
}

/** The pay link of a booking; null if nothing must be paid online. */
export async function payLinkOf(deps: Deps, booking: OfBooking): Promise<PayLink | null> {
  const row = await findBooking(deps.database, booking);
  return row && linkOf(deps, row);
}

async function linkOf(deps: Deps, row: Row, language?: Locale): Promise<PayLink | null> {
  if (!row.paymentId || !row.holdUntil) return null;
  // The same values as in saveBooking's event: whichever arrives first creates the payment.
  const order = {
    venueId: row.venueId,
    paymentId: row.paymentId,
    bookingId: Number(row.id),
    amountCents: paidOf(row),
    feeCents: Number(row.platformFeeCents),
    holdUntil: row.holdUntil.getTime(),
    // In the venue's language: its owner finds the payment by it.
    description: `${row.facilityName} ${row.reference}`,
    locale: row.locale as Locale,
  };
  const { venueId, bookingId, holdUntil, locale } = order;
  const [names, ticketUrl, payUrl] = await Promise.all([
    facilityNames(deps.database, row),
    deps.ticketUrl(row),
    deps.payUrl(row),
  ]);
  const shown = toBooking(forGuest(row, names, language));
  const { reference, status, facility, starts_at, ends_at, amount_eur } = shown;
  return {
    ...{ venueId, bookingId, locale, holdUntil, ticketUrl, payUrl, order },
    ...{ reference, bookingStatus: status, facility, starts_at, ends_at, amount_eur },
    redirectUrl: row.redirectUrl ?? ticketUrl,
  };
}
