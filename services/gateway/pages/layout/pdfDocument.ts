import { fileURLToPath } from 'node:url';
import type PDFDocument from 'pdfkit';

/** A4 in points. */
export const A4 = { width: 595, height: 842 } as const;

const fonts = {
  regular: import.meta.resolve('roboto-fontface/fonts/roboto/Roboto-Regular.woff'),
  bold: import.meta.resolve('roboto-fontface/fonts/roboto/Roboto-Bold.woff'),
};

export type PdfDocument = typeof PDFDocument.prototype;

/**
 * Opens an A4 document without margins, with the fonts `regular` and `bold`. The library is loaded on first
 * use: with its fonts it takes 20 MB, and few requests need it.
 */
export async function openPdf(title: string): Promise<PdfDocument> {
  const { default: Document } = await import('pdfkit');
  const document = new Document({ size: [A4.width, A4.height], margin: 0, info: { Title: title } });
  for (const [name, url] of Object.entries(fonts)) document.registerFont(name, fileURLToPath(url));
  return document;
}

/** Ends a document and returns it. */
export async function pdfBytes(document: PdfDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
