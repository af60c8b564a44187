import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import type { PayLink } from '@venue-booking/proto/booking/booking';
import { type Locale, toEuro } from '@venue-booking/proto/primitives';
import { findBooking } from '../core/bookingStore.ts';
import { restUntilOf, toBooking } from '../core/bookingView.ts';
import { facilityNames, forGuest } from '../core/facilityNames.ts';
import { paidOf } from '../core/keptMoney.ts';
import type { LinkedBooking } from '../core/linkedBooking.ts';
import type { BookingDatabase } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import type { LaterPayment } from '../later/laterPayment.ts';
import { findLater } from '../later/lockLater.ts';
import { isPayableNow, laterOrder, requestLater } from '../later/requestLater.ts';
import type { BookingLinks } from '../links/bookingLinks.ts';

type Deps = { database: BookingDatabase; wakeWorkers: () => void } & BookingLinks;

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

/** The payment page of a booking with an open amount, or null if that cannot be paid online now. */
export const openAmountUrlOf = async (
  { database, payUrl }: Pick<Deps, 'database' | 'payUrl'>,
  row: LinkedBooking & Row,
): Promise<string | null> => ((await isPayableNow(database, row)) ? payUrl(row) : null);

/**
 * The booking behind a pay link's token, in any status; null for an unknown token.
 * @param options.language for the name of the facility; default: that of the booking
 * @param options.request whether to create the payment of an open amount, for a guest who is about to pay
 */
export async function openPayLink(
  deps: Deps,
  token: string,
  { language, request = false }: { language?: Locale | undefined; request?: boolean | undefined } = {},
): Promise<PayLink | null> {
  const row = await deps.findByPayToken(token);
  if (!row) return null;
  if (request && (await isPayableNow(deps.database, row))) {
    const of = { venueId: row.venueId, id: Number(row.id) };
    const requested = await requestLater(deps, of, { actor: 'guest' }).catch((error: unknown) => {
      // The desk took the money, or the booking was cancelled, a moment ago.
      if (failureOf(error)) return null;
      throw error;
    });
    deps.wakeWorkers();
    if (requested) return linkOf(deps, requested.row, { language, later: requested.later });
  }
  return linkOf(deps, row, { language });
}

/**
 * The pay link of a booking; null if nothing must be paid online.
 * @param booking.paymentId the payment that the guest comes from; default: the first one
 */
export async function payLinkOf(
  deps: Deps,
  { paymentId, ...booking }: OfBooking & { paymentId?: string | undefined },
): Promise<PayLink | null> {
  const row = await findBooking(deps.database, booking);
  if (!row) return null;
  const later = paymentId === undefined ? null : await findLater(deps.database, row, paymentId);
  return linkOf(deps, row, { later });
}

async function linkOf(
  deps: Deps,
  row: Row,
  { language, later = null }: { language?: Locale | undefined; later?: LaterPayment | null } = {},
): Promise<PayLink | null> {
  const order = later ? laterOrder(row, later) : firstOrder(row);
  const [names, ticketUrl, payUrl] = await Promise.all([
    facilityNames(deps.database, row),
    deps.ticketUrl(row),
    deps.payUrl(row),
  ]);
  const { reference, status, facility, starts_at, ends_at, amount_eur } = toBooking(
    forGuest(row, names, language),
  );
  return {
    ...{ venueId: row.venueId, bookingId: Number(row.id), locale: row.locale as Locale, ticketUrl, payUrl },
    ...{ reference, bookingStatus: status, facility, starts_at, ends_at, amount_eur },
    ...(order ? { holdUntil: order.holdUntil, order } : { holdUntil: row.startsAt.getTime() }),
    ...restUntilOf(row),
    redirectUrl: row.redirectUrl ?? ticketUrl,
    ...(later && {
      isLater: true,
      amount_eur: toEuro(Number(later.amountCents)),
      // The website's page confirms the booking, which the guest has long made.
      redirectUrl: ticketUrl,
    }),
  };
}

/** The same values as in saveBooking's event: whichever arrives first creates the payment. */
const firstOrder = (row: Row) =>
  row.paymentId && row.holdUntil
    ? {
        venueId: row.venueId,
        paymentId: row.paymentId,
        bookingId: Number(row.id),
        amountCents: paidOf(row),
        feeCents: Number(row.platformFeeCents),
        holdUntil: row.holdUntil.getTime(),
        // In the venue's language: its owner finds the payment by it.
        description: `${row.facilityName} ${row.reference}`,
        locale: row.locale as Locale,
      }
    : null;
