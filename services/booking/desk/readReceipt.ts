import type { InvoiceDetails } from '@venue-booking/proto/invoice/invoiceDetails';
import type { BookingReceipt } from '@venue-booking/proto/invoice/receipt';
import type { Locale } from '@venue-booking/proto/primitives';
import { requireVenue } from '../core/bookingStore.ts';
import { toBooking } from '../core/bookingView.ts';
import { openOf } from '../core/changedPrice.ts';
import { facilityNames, forGuest } from '../core/facilityNames.ts';
import type { BookingDatabase } from '../database.ts';
import { findEntries } from '../deskMoney/deskPaymentStore.ts';
import { Prisma, type Booking as Row } from '../gen/prisma/client.ts';

/**
 * The data of a booking's receipt, apart from online payments. Without the notes and names of the desk.
 * @param language for the name of the facility; default: that of the booking
 */
export async function readReceipt(
  database: BookingDatabase,
  found: Row,
  language?: Locale,
): Promise<BookingReceipt> {
  const { venueId } = found;
  const [names, { invoicing }, entries] = await Promise.all([
    facilityNames(database, found),
    requireVenue(database, venueId),
    findEntries(database, venueId, { where: Prisma.sql`p.booking_id = ${found.id}` }),
  ]);
  const row = forGuest(found, names, language);
  return {
    venueId,
    booking: toBooking(row),
    locale: row.locale as Locale,
    timezone: row.timezone,
    openCents: openOf(row),
    seller: invoicing as InvoiceDetails | null,
    deskMoney: entries
      .filter(({ purpose, undone }) => purpose !== 'undo' && !undone)
      .map(({ method, amountCents, createdAt }) => ({
        method,
        amountCents: Number(amountCents),
        at: createdAt.toISOString(),
      })),
  };
}
