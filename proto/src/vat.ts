import { z } from 'zod';
import type { VatCents } from './price/vatOf.ts';
import { hasTwoDecimals, TWO_DECIMALS, toEuro } from './primitives.ts';

/** A VAT rate. Prices include VAT. */
export const VatPercent = z.number().min(0).max(30).refine(hasTwoDecimals, TWO_DECIMALS);

/** Converts a rate to hundredths of a percent, and back; null stays null. */
export const toBasisPoints = (percent: number | null): number | null =>
  percent === null ? null : Math.round(percent * 100);
export const toPercent = (basisPoints: number): number => basisPoints / 100;

/** The part of an amount at one VAT rate, and the VAT in it. All parts add up to the amount. */
export const VatShare = z.object({
  percent: z.number().describe('VAT rate in percent'),
  amount_eur: z.number().describe('Part of the amount at this rate, including VAT'),
  vat_eur: z.number().describe('VAT in that part'),
});
export type VatShare = z.infer<typeof VatShare>;

const toVatShare = ({ basisPoints, amountCents, vatCents }: VatCents): VatShare => ({
  percent: toPercent(basisPoints),
  amount_eur: toEuro(amountCents),
  vat_eur: toEuro(vatCents),
});

/** The `vat` field of a response; absent if VAT is not shown. */
export const vatShares = (vat: VatCents[] | null | undefined): { vat?: VatShare[] } =>
  vat ? { vat: vat.map(toVatShare) } : {};
