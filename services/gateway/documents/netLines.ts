import type { InvoiceDocument } from '@venue-booking/proto/invoice/invoice';

type Line = InvoiceDocument['lines'][number];

/**
 * The lines of a document without VAT, in cents. Those of a rate add up to its amount less its VAT: the cents
 * that rounding leaves over go to the largest line of the rate.
 */
export function netLines({
  lines,
  vat,
}: Pick<InvoiceDocument, 'lines' | 'vat'>): (Line & { netCents: number })[] {
  const net = lines.map((line) => ({
    ...line,
    netCents: Math.round((line.amountCents * 10_000) / (10_000 + line.basisPoints)),
  }));
  for (const { basisPoints, amountCents, vatCents } of vat) {
    const ofRate = net.filter((line) => line.basisPoints === basisPoints);
    const largest = ofRate.toSorted((a, b) => b.netCents - a.netCents)[0];
    const sum = ofRate.reduce((total, { netCents }) => total + netCents, 0);
    if (largest) largest.netCents += amountCents - vatCents - sum;
  }
  return net;
}
