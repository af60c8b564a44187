import { InvoiceService } from '@e-invoice-eu/core';
import { documentPdf } from './documentPdf.ts';
import { euInvoice, withoutEndpoints } from './euInvoice.ts';
import { invoiceLayout } from './invoiceLayout.ts';
import { receiptLayout } from './receiptLayout.ts';
import type { DocumentJob } from './renderDocument.ts';

const silent = { log() {}, warn() {}, error() {} };

/** Writes a document. Takes as long as its libraries take to load: see renderDocument.ts. */
export async function writeDocument(job: DocumentJob): Promise<Uint8Array> {
  if (job.format === 'receipt')
    return documentPdf(receiptLayout(job.receipt), new Date(`${job.receipt.writtenAt}:00Z`));
  const { document, format } = job;
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
