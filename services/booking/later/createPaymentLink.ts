import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { fail } from '@venue-booking/proto/failures';
import type { PaymentLink } from '@venue-booking/proto/payment/payment';
import { toEuro } from '@venue-booking/proto/primitives';
import { v7 as newId } from 'uuid';
import { requireBooking } from '../core/bookingStore.ts';
import type { BookingDatabase } from '../database.ts';
import type { BookingLinks } from '../links/bookingLinks.ts';
import { requestLater } from './requestLater.ts';

type Deps = { database: BookingDatabase; wakeWorkers: () => void } & Pick<BookingLinks, 'payUrl'>;

/**
 * The link at which a guest pays the open amount of a booking. Repeated calls return the same link. With
 * `mail`, the guest gets it; a mail that still waits is not queued twice.
 * @throws `validation` without an address for the mail, and the failures of {@link requestLater}
 */
export async function createPaymentLink(
  deps: Deps,
  of: OfBooking,
  { mail, actor }: { mail: boolean; actor: string },
): Promise<PaymentLink> {
  const { database } = deps;
  if (mail && (await requireBooking(database, of)).customerEmail === '')
    throw fail('validation', { detail: 'the booking has no e-mail address' });
  const { row, later } = await requestLater(deps, of, { actor });
  if (mail)
    await database.$executeRaw`
      INSERT INTO booking.mail (venue_id, id, booking_id, kind)
      SELECT venue_id, ${newId()}::uuid, id, 'payment_link' FROM booking.booking b
      WHERE venue_id = ${of.venueId} AND id = ${of.id} AND customer_email <> '' AND NOT EXISTS (
        SELECT FROM booking.mail m WHERE m.booking_id = b.id AND m.venue_id + 0 = b.venue_id
          AND m.kind = 'payment_link' AND m.status = 'queued')`;
  deps.wakeWorkers();
  return {
    url: await deps.payUrl(row),
    amount_eur: toEuro(Number(later.amountCents)),
    pay_until: later.payUntil.toISOString(),
    mailed: mail,
  };
}
