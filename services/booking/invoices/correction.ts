import { apportion, type ByRate } from '@venue-booking/domain/price/vat';
import { sumOf, withoutZeros } from './owedAmount.ts';

/** What a booking's documents add up to, by VAT rate, and its price when the last one was issued. */
export type Invoiced = { byRate: ByRate; priceCents: number };

/** The credit note that is due, by VAT rate, and whether a new invoice follows it. */
export type Correction = { credit: ByRate; isReplaced: boolean };

/**
 * What makes a booking's invoice right again; null: it is right.
 *
 * - A lower amount at the same price (a refund, a cancellation) is credited in proportion to the rates.
 * - A higher amount at the same price comes from a refund that failed. The venue still owes it, so the credit
 *   note stays.
 * - A changed price is credited rate by rate. If a rate becomes higher, the whole invoice is credited and
 *   replaced.
 */
export function correctionOf(
  invoiced: Invoiced,
  owed: { byRate: ByRate; priceCents: number; isCancelled: boolean },
): Correction | null {
  const less = sumOf(invoiced.byRate) - sumOf(owed.byRate);
  // Once everything is credited, the documents have no rates to compare.
  const isCredited = sumOf(invoiced.byRate) === 0;
  const isSamePrice =
    invoiced.priceCents === owed.priceCents && (isCredited || hasSameRates(invoiced.byRate, owed.byRate));
  if (owed.isCancelled || isSamePrice || sumOf(owed.byRate) === 0)
    return less > 0 ? { credit: withoutZeros(apportion(less, invoiced.byRate, 0)), isReplaced: false } : null;
  const rates = new Set([...invoiced.byRate.keys(), ...owed.byRate.keys()]);
  const differences = new Map(
    [...rates].map((rate) => [rate, (invoiced.byRate.get(rate) ?? 0) - (owed.byRate.get(rate) ?? 0)]),
  );
  const credit = withoutZeros(differences);
  if (credit.size === 0) return null;
  if ([...credit.values()].every((cents) => cents > 0)) return { credit, isReplaced: false };
  return { credit: invoiced.byRate, isReplaced: true };
}

const hasSameRates = (one: ByRate, other: ByRate): boolean =>
  one.size === other.size && [...one.keys()].every((rate) => other.has(rate));

/** Adds up documents by VAT rate: invoices less credit notes. */
export function invoicedOf(
  documents: readonly {
    kind: string;
    priceCents: bigint;
    document: { vat: { basisPoints: number; amountCents: number }[] };
  }[],
): Invoiced {
  const byRate = new Map<number, number>();
  for (const { kind, document } of documents)
    for (const { basisPoints, amountCents } of document.vat)
      byRate.set(
        basisPoints,
        (byRate.get(basisPoints) ?? 0) + (kind === 'invoice' ? amountCents : -amountCents),
      );
  return { byRate: withoutZeros(byRate), priceCents: Number(documents.at(-1)?.priceCents ?? 0) };
}
