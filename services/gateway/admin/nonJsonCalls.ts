import type { AnyTRPCRouter } from '@trpc/server';
import { calendarCalls } from '@venue-booking/proto/admin/calendarCalls';
import { imageCalls } from '@venue-booking/proto/admin/imageCalls';
import { invoiceCalls } from '@venue-booking/proto/admin/invoiceCalls';
import { booking, platform, venue } from '@venue-booking/proto/admin/resources';
import { venueCalls } from '@venue-booking/proto/admin/venueCalls';
import { Image, MAX_IMAGE_MB, MAX_IMAGE_MEGAPIXELS, MAX_IMAGES } from '@venue-booking/proto/facility/image';
import { InvoiceNumber } from '@venue-booking/proto/invoice/invoice';
import {
  ARCHIVE_TYPE,
  ImportState,
  MAX_ENTRY_BYTES,
  StartImport,
} from '@venue-booking/proto/transfer/archive';
import { z } from 'zod';
import { adminProcedure, rest, servedElsewhere } from '../rest/restProcedure.ts';
import { metaOf } from './adminDescription.ts';

/** A file of an invoice or credit note. */
const invoiceFile = (operationId: string, file: { format: 'pdf' | 'xml'; type: string; holds: string }) =>
  adminProcedure
    .meta({
      ...metaOf(
        operationId,
        {
          method: 'GET',
          of: booking,
          path: `/invoices/{number}.${file.format}`,
          role: 'desk',
          does: `Download an invoice or credit note: ${file.holds}`,
          errors: { 404: 'Unknown venue, booking or invoice' },
        },
        invoiceCalls,
      ),
      responseType: file.type,
    })
    .input(z.object({ ...booking.shape, number: InvoiceNumber.describe('Number of the document') }))
    .output(z.string())
    .query(servedElsewhere);

/**
 * Admin calls whose request or response is not JSON, which the table of admin calls does not support. They
 * exist for the OpenAPI description only; `images/imageRoutes.ts`, `documents/receiptRoutes.ts`,
 * `documents/invoiceRoutes.ts`, `live/liveRoute.ts` and `transfer/` serve them.
 */
export const nonJsonCalls: AnyTRPCRouter = rest.router({
  uploadImage: adminProcedure
    .meta({
      ...metaOf(
        'uploadImage',
        {
          method: 'POST',
          of: venue,
          path: '/images',
          does: 'Upload an image: the file is the body',
          more: `Up to ${MAX_IMAGE_MB} MB and ${MAX_IMAGE_MEGAPIXELS} million pixels. It is converted to WebP in up to three widths, without metadata.`,
          status: 201,
          errors: {
            400: 'Malformed body',
            413: `Body over ${MAX_IMAGE_MB} MB`,
            415: 'Unsupported image type',
            422: `Damaged, too many pixels, too slow to read, or more than ${MAX_IMAGES} images of the venue`,
          },
        },
        imageCalls,
      ),
      requestTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
    })
    .input(z.object(venue.shape))
    .output(Image)
    .mutation(servedElsewhere),
  showReceipt: adminProcedure
    .meta({
      ...metaOf(
        'showReceipt',
        {
          method: 'GET',
          of: booking,
          path: '/receipt.pdf',
          role: 'desk',
          does: 'Download the receipt of a booking: what was paid, when and how',
          more: 'A PDF, in the language of the booking, or that of `?lang=`. It is not an invoice.',
          errors: { 409: 'Nothing was paid for this booking yet' },
        },
        invoiceCalls,
      ),
      responseType: 'application/pdf',
    })
    .input(z.object(booking.shape))
    .output(z.string())
    .query(servedElsewhere),
  followVenue: adminProcedure
    .meta({
      ...metaOf(
        'followVenue',
        {
          method: 'GET',
          of: venue,
          path: '/live',
          role: 'desk',
          does: 'Follow changes of a venue as server-sent events',
          more: `The response stays open. Event \`change\` identifies a changed booking or slot (\`booking_id\`, \`slot_id\`, \`facility_id\`, and the \`status\` of a booking, as far as known). \`venue\` means that anything may have changed, \`ended\` that the caller has lost access. Events contain no personal data: request the new state after each event, and after reconnecting.`,
          errors: { 429: 'Too many requests, or too many streams of this caller or venue' },
        },
        calendarCalls,
      ),
      responseType: 'text/event-stream',
    })
    .input(z.object(venue.shape))
    .output(z.string())
    .query(servedElsewhere),
  getInvoicePdf: invoiceFile('getInvoicePdf', {
    format: 'pdf',
    type: 'application/pdf',
    holds: 'PDF/A-3 with the invoice as EN 16931 XML (CII) inside',
  }),
  getInvoiceXml: invoiceFile('getInvoiceXml', {
    format: 'xml',
    type: 'application/xml',
    holds: 'EN 16931 XML (UBL)',
  }),
  exportVenue: adminProcedure
    .meta({
      ...metaOf(
        'exportVenue',
        {
          method: 'GET',
          of: venue,
          path: '/export',
          does: 'Download everything of a venue as one signed archive',
          more: 'A compressed tar file: JSON lines per kind, images, and a signed manifest (docs/export.md). Secrets, tokens and payments under way are left out.',
          errors: { 422: 'The settings are too large for an archive' },
        },
        venueCalls,
      ),
      responseType: ARCHIVE_TYPE,
    })
    .input(z.object(venue.shape))
    .output(z.string())
    .query(servedElsewhere),
  startImport: adminProcedure
    .meta(
      metaOf(
        'startImport',
        {
          method: 'POST',
          of: platform,
          path: '/imports',
          role: 'operator',
          does: 'Start to import a venue from an archive, or check whether that is possible',
          more: 'Creates the venue with its settings, not live. Repeating it returns the state of the import.',
          status: 201,
          errors: {
            409: 'The slug is taken, or the archive was imported under another one',
            413: 'Body too large',
          },
        },
        venueCalls,
      ),
    )
    .input(StartImport)
    .output(ImportState)
    .mutation(servedElsewhere),
  importPart: adminProcedure
    .meta({
      ...metaOf(
        'importPart',
        {
          method: 'POST',
          of: platform,
          path: '/imports/{id}/parts/{part}',
          role: 'operator',
          does: 'Import the next entry of an archive: the file is the body',
          more: 'The parts are the entries after the settings, in their order, from 0. Repeating one has no effect.',
          errors: {
            400: 'Malformed body',
            404: 'Unknown import or part',
            409: 'Another part comes next',
            413: `Body over ${Math.ceil(MAX_ENTRY_BYTES / 1024)} kB`,
          },
        },
        venueCalls,
      ),
      requestTypes: ['application/octet-stream'],
    })
    .input(
      z.object({
        id: z.string().describe('Id of the import'),
        part: z.int().min(0).describe('Number of the part'),
      }),
    )
    .output(ImportState)
    .mutation(servedElsewhere),
  finishImport: adminProcedure
    .meta(
      metaOf(
        'finishImport',
        {
          method: 'POST',
          of: platform,
          path: '/imports/{id}/finish',
          role: 'operator',
          does: 'End an import after its last part: the brand, the people, and inactive facilities',
          errors: { 404: 'Unknown import', 409: 'Parts are missing' },
        },
        venueCalls,
      ),
    )
    .input(z.object({ id: z.string().describe('Id of the import') }))
    .output(ImportState)
    .mutation(servedElsewhere),
});
