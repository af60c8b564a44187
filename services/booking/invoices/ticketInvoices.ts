import type { Ticket } from '@venue-booking/proto/booking/booking';
import type { InvoiceDetails } from '@venue-booking/proto/invoice/invoiceDetails';
import type { BookingDatabase } from '../database.ts';
import type { Booking as Row, Venue } from '../gen/prisma/client.ts';
import { hasVat } from './bookingInvoices.ts';
import { findIssued } from './invoiceStore.ts';
import { owedCents } from './owedAmount.ts';

/**
 * The part of a ticket about invoices; empty once the guest is erased. Reads the documents only of an
 * invoiced booking. The worker issues credit notes: one that cannot be issued must not break the ticket.
 */
export async function ticketInvoices(
  database: BookingDatabase,
  row: Row,
  { invoicing }: Pick<Venue, 'invoicing'>,
): Promise<Pick<Ticket, 'invoices'>> {
  if (row.erasedAt !== null) return {};
  const seller = invoicing as InvoiceDetails | null;
  const of = { venueId: row.venueId, id: Number(row.id) };
  const issued = row.invoicedCents === null ? [] : await findIssued(database, of);
  if (!seller && issued.length === 0) return {};
  const isPossible = seller !== null && (hasVat(row) || seller.vat_exemption !== null) && owedCents(row) > 0;
  return {
    invoices: {
      canRequest: isPossible && Number(row.invoicedCents ?? 0) === 0,
      country: seller?.address.country ?? '',
      documents: issued.map(({ number, kind }) => ({ number, kind })),
    },
  };
}
