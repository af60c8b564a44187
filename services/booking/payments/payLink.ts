import { localAt } from '@venue-booking/kit/venueTime';
import type { PayLink } from '@venue-booking/proto/booking';
import type { BookingStatus } from '@venue-booking/proto/bookingStatus';
import type { Locale } from '@venue-booking/proto/primitives';
import { toEuro } from '@venue-booking/proto/primitives';
import { findBooking } from '../core/bookingStore.ts';
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
export async function payLinkOf(
  deps: Deps,
  booking: { venueId: number; id: number },
): Promise<PayLink | null> {
  const row = await findBooking(deps.database, booking);
  return row && linkOf(deps, row);
}

async function linkOf(
  { ticketUrl: ticketUrlOf, payUrl: payUrlOf }: BookingLinks,
  row: Row,
): Promise<PayLink | null> {
  if (!row.paymentId || !row.holdUntil) return null;
  const { venueId, bookingId, holdUntil, locale, amountCents } = {
    venueId: row.venueId,
    bookingId: Number(row.id),
    holdUntil: row.holdUntil.getTime(),
    locale: row.locale as Locale,
    amountCents: Number(row.amountCents),
  };
  const [ticketUrl, payUrl] = await Promise.all([ticketUrlOf(row), payUrlOf(row)]);
  return {
    venueId,
    bookingId,
    reference: row.reference,
    bookingStatus: row.status as BookingStatus,
    facility: row.facilityName,
    starts_at: localAt(row.timezone, row.startsAt.getTime()),
    ends_at: localAt(row.timezone, row.endsAt.getTime()),
    amount_eur: toEuro(amountCents),
    locale,
    holdUntil,
    redirectUrl: row.redirectUrl ?? ticketUrl,
    ticketUrl,
    payUrl,
    // The same as saveBooking's event asks for: whichever comes first makes the payment.
    order: {
      venueId,
      paymentId: row.paymentId,
      bookingId,
      amountCents,
      feeCents: Number(row.platformFeeCents),
      holdUntil,
      description: `${row.facilityName} ${row.reference}`,
      locale,
    },
  };
}
