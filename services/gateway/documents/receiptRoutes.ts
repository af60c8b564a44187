import { fail } from '@venue-booking/proto/failures';
import { Locale } from '@venue-booking/proto/primitives';
import { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import type { Callers } from '../auth/callers.ts';
import type { Backends } from '../backends/backends.ts';
import { venueIdOf } from '../backends/venueIdOf.ts';
import { registerRoute } from '../http/methods.ts';
import { handlerWithDeadline, WRITE_BUDGET_MS } from '../http/requestDeadline.ts';
import type { VenueBulkheads } from '../limits/venueBulkheads.ts';
import { type ReceiptDocument, readReceipt } from './receipt.ts';
import { renderDocument } from './renderDocument.ts';

const Params = z.object({ slug: z.string(), id: z.coerce.number().int().min(1) });

/** Sends a receipt as a file to download. */
export async function sendReceipt(response: Response, receipt: ReceiptDocument): Promise<void> {
  const bytes = await renderDocument({ format: 'receipt', receipt });
  response.set({
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="receipt-${receipt.booking.reference}.pdf"`,
    'Cache-Control': 'no-store',
  });
  response.send(bytes);
}

/** `GET …/bookings/{id}/receipt.pdf`: what was paid, for the venue's people. */
export function receiptRoutes(deps: {
  backends: Pick<Backends, 'booking' | 'catalog' | 'payment'>;
  callers: Callers;
  bulkheads: VenueBulkheads;
}): Router {
  const { backends, callers, bulkheads } = deps;
  const show = async (request: Request, response: Response) => {
    await callers.require(request, 'desk');
    const params = Params.safeParse(request.params);
    if (!params.success) throw fail('booking_not_found');
    const { slug, id } = params.data;
    const language = Locale.safeParse(request.query.lang).data;
    const receipt = await bulkheads.admin.query(slug, async () => {
      const of = { venueId: await venueIdOf(backends.catalog, slug), id, language };
      return readReceipt(backends, await backends.booking.desk.receipt.query(of), language);
    });
    await sendReceipt(response, receipt);
  };
  const router = Router();
  registerRoute(router, '/api/admin/venues/:slug/bookings/:id/receipt.pdf', {
    get: handlerWithDeadline(WRITE_BUDGET_MS, show),
  });
  return router;
}
