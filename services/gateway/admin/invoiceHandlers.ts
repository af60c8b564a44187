import type { Invoice, InvoiceSummary } from '@venue-booking/proto/invoice/invoice';
import { type AdminDeps, handlersAtVenue } from './adminDeps.ts';
import type { AdminHandlers } from './procedures.ts';

/** Handlers of invoices and credit notes. `documents/invoiceRoutes.ts` serves their files. */
export function invoiceHandlers({
  backends: { booking, catalog },
  publicUrl,
}: AdminDeps): AdminHandlers<'invoice'> {
  const withUrls = (slug: string, id: number, summary: InvoiceSummary): Invoice => {
    const file = `${publicUrl}/api/admin/venues/${slug}/bookings/${id}/invoices/${summary.number}`;
    return { ...summary, pdf_url: `${file}.pdf`, xml_url: `${file}.xml` };
  };
  const atVenue = handlersAtVenue(catalog);
  return {
    issueInvoice: async ({ slug, id, ...buyer }, ctx) =>
      withUrls(
        slug,
        id,
        await atVenue<{ slug: string }, InvoiceSummary>(({ venueId }) =>
          booking.desk.issueInvoice.mutate({ venueId, id, buyer, actor: ctx.caller.name }),
        )({ slug }, ctx),
      ),
    listInvoices: async ({ slug, id }, ctx) => {
      const all = await atVenue<{ slug: string }, InvoiceSummary[]>(({ venueId }) =>
        booking.desk.invoices.query({ venueId, id }),
      )({ slug }, ctx);
      return all.map((summary) => withUrls(slug, id, summary));
    },
  };
}
