import { fail } from '@venue-booking/proto/failures';
import { type InvoiceDocument, InvoiceNumber } from '@venue-booking/proto/invoice/invoice';
import { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import type { Callers } from '../auth/callers.ts';
import type { Backends } from '../backends/backends.ts';
import { venueIdOf } from '../backends/venueIdOf.ts';
import { registerRoute } from '../http/methods.ts';
import { handlerWithDeadline, WRITE_BUDGET_MS } from '../http/requestDeadline.ts';
import type { VenueBulkheads } from '../limits/venueBulkheads.ts';
import { renderDocument } from './renderDocument.ts';

const Params = z.object({ slug: z.string(), id: z.coerce.number().int().min(1), number: InvoiceNumber });
const FILE = /^(?<number>.+)\.(?<format>pdf|xml)$/;

type Format = 'pdf' | 'xml';

/** The number and the format in the name of a file. @throws `invoice_not_found` */
export function fileOf(name: string): { number: string; format: Format } {
  const { number, format } = FILE.exec(name)?.groups ?? {};
  const parsed = InvoiceNumber.safeParse(number);
  if (!parsed.success || (format !== 'pdf' && format !== 'xml')) throw fail('invoice_not_found');
  return { number: parsed.data, format };
}

/** Sends a document as a file to download. */
export async function sendDocument(
  response: Response,
  document: InvoiceDocument,
  format: Format,
): Promise<void> {
  const bytes = await renderDocument({ format, document });
  response.set({
    'Content-Type': format === 'pdf' ? 'application/pdf' : 'application/xml; charset=utf-8',
    'Content-Disposition': `attachment; filename="${document.number}.${format}"`,
    'Cache-Control': 'no-store',
  });
  response.send(bytes);
}

/** `GET …/bookings/{id}/invoices/{number}.pdf` and `.xml`: the files, for the venue's people. */
export function invoiceRoutes(deps: {
  backends: Pick<Backends, 'booking' | 'catalog'>;
  callers: Callers;
  bulkheads: VenueBulkheads;
}): Router {
  const { backends, callers, bulkheads } = deps;
  const { booking, catalog } = backends;
  const show = (format: Format) => async (request: Request, response: Response) => {
    await callers.require(request, 'desk');
    const params = Params.safeParse(request.params);
    if (!params.success) throw fail('invoice_not_found');
    const { slug, id, number } = params.data;
    const document = await bulkheads.admin.query(slug, async () =>
      booking.desk.document.query({ venueId: await venueIdOf(catalog, slug), id, number }),
    );
    await sendDocument(response, document, format);
  };
  const router = Router();
  for (const format of ['pdf', 'xml'] as const)
    registerRoute(router, `/api/admin/venues/:slug/bookings/:id/invoices/:number.${format}`, {
      get: handlerWithDeadline(WRITE_BUDGET_MS, show(format)),
    });
  return router;
}
