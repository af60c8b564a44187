import { z } from 'zod';
import { hasTwoDecimals, TWO_DECIMALS } from '../primitives.ts';

/** A VAT rate. Prices include VAT. */
export const VatPercent = z.number().min(0).max(30).refine(hasTwoDecimals, TWO_DECIMALS);

/** The part of an amount at one VAT rate, and the VAT in it. All parts add up to the amount. */
export const VatShare = z.object({
  percent: z.number().describe('VAT rate in percent'),
  amount_eur: z.number().describe('Part of the amount at this rate, including VAT'),
  vat_eur: z.number().describe('VAT in that part'),
});
export type VatShare = z.infer<typeof VatShare>;
