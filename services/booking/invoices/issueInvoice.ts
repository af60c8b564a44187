import { isDeepStrictEqual } from 'node:util';
import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { fail } from '@venue-booking/proto/failures';
import type { InvoiceRequest, InvoiceSummary } from '@venue-booking/proto/invoice/invoice';
import type { InvoiceDetails } from '@venue-booking/proto/invoice/invoiceDetails';
import { toEuro } from '@venue-booking/proto/primitives';
import { requireBooking, requireVenue } from '../core/bookingStore.ts';
import { stateFailure } from '../core/stateFailure.ts';
import type { BookingDatabase, BookingTx } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { hasVat, openInvoices } from './bookingInvoices.ts';
import { correctInvoice } from './correctInvoices.ts';
import { invoicedOf } from './correction.ts';
import { findIssued, type Issued, lockBooking } from './invoiceStore.ts';
import { sumOf } from './owedAmount.ts';

/**
 * Issues the invoice of a booking. The same request again returns the invoice that exists. Other details
 * credit it and issue a new one, which only the venue may do. Once the guest is erased, only
 * the venue still corrects an invoice.
 * @param request.byGuest rejects other details than those of the current invoice
 * @throws `booking_not_found`, a stateFailure, `invoice_details_missing`, `invoice_vat_missing`,
 * `invoice_nothing`, `invoice_exists`, `guest_erased`
 */
export async function issueInvoice(
  database: BookingDatabase,
  of: OfBooking,
  { buyer, actor, byGuest = false }: { buyer: InvoiceRequest; actor: string; byGuest?: boolean },
): Promise<InvoiceSummary> {
  const issued = await database.raw.$transaction(async (tx) => {
    const row = await lockBooking(tx, of);
    if (byGuest && row.erasedAt !== null) throw fail('guest_erased');
    const seller = await requireDetails(tx, row);
    const invoices = await openInvoices(tx, row, seller);
    await invoices.correct(actor);
    const current = invoices.current();
    if (current && !isDeepStrictEqual(current.document.buyer, { ...buyer })) {
      if (byGuest) throw fail('invoice_exists');
      await invoices.creditAll('correction', actor);
    }
    if (!invoices.current()) {
      if (!current && row.erasedAt !== null) throw fail('guest_erased');
      if (invoices.owedCents === 0) throw fail('invoice_nothing');
      await invoices.invoice({ seller, buyer, actor });
    }
    await invoices.record();
    return invoices.issued;
  });
  const invoice = summariesOf(issued).find(({ current }) => current);
  if (!invoice) throw fail('invoice_nothing');
  return invoice;
}

/** The venue's invoice details. @throws if the booking cannot be invoiced */
async function requireDetails(tx: BookingTx, row: Row): Promise<InvoiceDetails> {
  if (row.status === 'pending_payment' || row.status === 'expired') throw stateFailure(row.status);
  const seller = (await requireVenue(tx, row.venueId)).invoicing as InvoiceDetails | null;
  if (!seller) throw fail('invoice_details_missing');
  if (Number(row.amountCents) > 0 && !hasVat(row) && seller.vat_exemption === null)
    throw fail('invoice_vat_missing');
  return seller;
}

/**
 * The invoices and credit notes of a booking, oldest first. Issues a credit note that is due first.
 * @throws `booking_not_found`
 */
export async function listInvoices(database: BookingDatabase, of: OfBooking): Promise<InvoiceSummary[]> {
  const [due] = await database.$queryRaw<unknown[]>`
    SELECT 1 FROM booking.invoice_due WHERE venue_id = ${of.venueId} AND booking_id = ${of.id}`;
  if (due) await correctInvoice(database, of);
  await requireBooking(database, of);
  return summariesOf(await findIssued(database, of));
}

function summariesOf(issued: readonly Issued[]): InvoiceSummary[] {
  const latest = issued.findLast(({ kind }) => kind === 'invoice');
  const isOpen = sumOf(invoicedOf(issued).byRate) > 0;
  return issued.map((row) => ({
    number: row.number,
    kind: row.kind,
    issued_at: row.issuedAt.toISOString(),
    corrects: row.corrects,
    reason: row.document.corrects?.reason ?? null,
    ...row.document.buyer,
    total_eur: toEuro(row.document.totalCents),
    current: row === latest && isOpen,
  }));
}
