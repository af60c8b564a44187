import { parentPort, workerData } from 'node:worker_threads';
import { InvoiceService } from '@e-invoice-eu/core';
import { documentPdf } from './documentPdf.ts';
import { euInvoice, withoutEndpoints } from './euInvoice.ts';
import { invoiceLayout } from './invoiceLayout.ts';
import type { DocumentJob } from './renderDocument.ts';

/**
 * Writes one document in a worker thread. The libraries take half a second to load and 90 MB, which the thread
 * returns when it ends.
 */

const silent = { log() {}, warn() {}, error() {} };

async function render({ document, format }: DocumentJob): Promise<Uint8Array> {
  const service = new InvoiceService({ ...console, ...silent });
  const lang = document.language;
  if (format === 'xml')
    return Buffer.from(
      withoutEndpoints(String(await service.generate(euInvoice(document), { format: 'UBL', lang }))),
    );
  const plain = await documentPdf(invoiceLayout(document), new Date(`${document.issuedOn}T12:00:00Z`));
  const pdf = {
    buffer: new Uint8Array(plain),
    filename: `${document.number}.pdf`,
    mimetype: 'application/pdf',
  };
  const made = await service.generate(euInvoice(document), { format: 'Factur-X-EN16931', lang, pdf });
  return Buffer.from(made);
}

parentPort?.postMessage(await render(workerData as DocumentJob));
