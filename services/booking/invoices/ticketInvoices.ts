import type { Ticket } from '@venue-booking/proto/booking/booking';
import type { InvoiceDetails } from '@venue-booking/proto/invoice/invoiceDetails';
import type { BookingDatabase } from '../database.ts';
import type { Booking as Row, Venue } from '../gen/prisma/client.ts';
import { hasVat } from './bookingInvoices.ts';
import { listInvoices } from './issueInvoice.ts';
import { owedCents } from './owedAmount.ts';

/** The part of a ticket about invoices. Reads the documents only of an invoiced booking. */
export async function ticketInvoices(
  database: BookingDatabase,
  row: Row,
  { invoicing }: Pick<Venue, 'invoicing'>,
): Promise<Pick<Ticket, 'invoices'>> {
  const seller = invoicing as InvoiceDetails | null;
  const of = { venueId: row.venueId, id: Number(row.id) };
  const issued = row.invoicedCents === null ? [] : await listInvoices(database, of);
  if (!seller && issued.length === 0) return {};
  const isPossible = seller !== null && (hasVat(row) || seller.vat_exemption !== null) && owedCents(row) > 0;
  return {
    invoices: {
      canRequest: isPossible && !issued.some(({ current }) => current),
      country: seller?.address.country ?? '',
      documents: issued.map(({ number, kind }) => ({ number, kind })),
    },
  };
}
