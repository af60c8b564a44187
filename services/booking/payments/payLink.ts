import type { OfBooking } from '@venue-booking/proto/adminBooking';
import type { PayLink } from '@venue-booking/proto/booking';
import type { Locale } from '@venue-booking/proto/primitives';
import { findBooking } from '../core/bookingStore.ts';
import { toBooking } from '../core/bookingView.ts';
import type { BookingDatabase } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import type { BookingLinks } from '../ticket/bookingLinks.ts';
import type { LinkedBooking } from '../ticket/linkedBooking.ts';

type Deps = { database: BookingDatabase } & BookingLinks;

type Paying = LinkedBooking & Pick<Row, 'status' | 'holdUntil'>;

/**
 * Whether a guest can still pay a booking: it is unpaid, and its places are held.
 * @param now ms since 1970
 */
const isPayable = ({ status, holdUntil }: Paying, now: number): boolean =>
  status === 'pending_payment' && holdUntil !== null && now < holdUntil.getTime();

/** Where a booking is paid, or null when it can't be. */
export const checkoutUrlOf = async (
  { payUrl }: Pick<BookingLinks, 'payUrl'>,
  booking: Paying,
): Promise<string | null> => (isPayable(booking, Date.now()) ? payUrl(booking) : null);

/** What a pay link's token opens, whatever has become of the booking, or null for a token that opens none. */
export async function openPayLink(deps: Deps, token: string): Promise<PayLink | null> {
  const row = await deps.findByPayToken(token);
  return row && linkOf(deps, row);
}

/** The pay link of a booking, or null for one that nothing is to be paid for online. */
export async function payLinkOf(deps: Deps, booking: OfBooking): Promise<PayLink | null> {
  const row = await findBooking(deps.database, booking);
  return row && linkOf(deps, row);
}

async function linkOf(links: BookingLinks, row: Row): Promise<PayLink | null> {
  if (!row.paymentId || !row.holdUntil) return null;
  // The same as saveBooking's event asks for: whichever comes first makes the payment.
  const order = {
    venueId: row.venueId,
    paymentId: row.paymentId,
    bookingId: Number(row.id),
    amountCents: Number(row.amountCents),
    feeCents: Number(row.platformFeeCents),
    holdUntil: row.holdUntil.getTime(),
    description: `${row.facilityName} ${row.reference}`,
    locale: row.locale as Locale,
  };
  const { venueId, bookingId, holdUntil, locale } = order;
  const { reference, status, facility, starts_at, ends_at, amount_eur } = toBooking(row);
  const [ticketUrl, payUrl] = await Promise.all([links.ticketUrl(row), links.payUrl(row)]);
  return {
    ...{ venueId, bookingId, locale, holdUntil, ticketUrl, payUrl, order },
    ...{ reference, bookingStatus: status, facility, starts_at, ends_at, amount_eur },
    redirectUrl: row.redirectUrl ?? ticketUrl,
  };
}
