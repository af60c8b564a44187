import type { Log } from '@venue-booking/kit/logging/log';
import { every } from '@venue-booking/kit/scheduling/every';
import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import type { InvoiceDetails } from '@venue-booking/proto/invoice/invoiceDetails';
import { requireVenue } from '../core/bookingStore.ts';
import type { BookingDatabase } from '../database.ts';
import { openInvoices } from './bookingInvoices.ts';
import { lockBooking } from './invoiceStore.ts';

/** Bookings per run; a stop waits for the run. */
const BATCH = 50;

/**
 * Issues the credit notes that are due: of invoiced bookings that were refunded, cancelled or changed in
 * price. A trigger of the database names them, in the transaction of the change. Returns whether there may be
 * more.
 */
export async function correctInvoices({
  database,
  log,
}: {
  database: BookingDatabase;
  log: Log;
}): Promise<boolean> {
  const due = await database.$queryRaw<{ venueId: number; id: bigint }[]>`
    SELECT venue_id AS "venueId", booking_id AS id FROM booking.invoice_due ORDER BY random() LIMIT ${BATCH}`;
  // One that fails must not block the others.
  for (const { venueId, id } of due)
    await correctInvoice(database, { venueId, id: Number(id) }).catch((error: unknown) =>
      log.warn({ err: error, booking: Number(id) }, 'cannot correct an invoice yet; the next run retries it'),
    );
  return due.length === BATCH;
}

/** Issues the credit note of one booking, if one is due. */
export const correctInvoice = (database: BookingDatabase, of: OfBooking): Promise<void> =>
  database.raw.$transaction(async (tx) => {
    const row = await lockBooking(tx, of);
    const { invoicing } = await requireVenue(tx, of.venueId);
    const invoices = await openInvoices(tx, row, invoicing as InvoiceDetails | null);
    await invoices.correct('system');
    await invoices.record();
  });

/** Corrects invoices at an interval and when woken, until stopped. */
export const startCorrectingInvoices = (
  deps: Parameters<typeof correctInvoices>[0],
  { intervalMs }: { intervalMs: number },
) => every(intervalMs, { name: 'credit notes', run: () => correctInvoices(deps) }, deps.log);
