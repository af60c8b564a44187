import { z } from 'zod';
import { hasTwoDecimals, TWO_DECIMALS } from './primitives.ts';

/** A rate of VAT that prices include. */
export const VatPercent = z.number().min(0).max(30).refine(hasTwoDecimals, TWO_DECIMALS);

/** What of an amount is under a rate of VAT, and the VAT in it. Over all rates it is the whole amount. */
export const VatShare = z.object({
  percent: z.number().describe('Rate of VAT, in percent'),
  amount_eur: z.number().describe('What of the amount is under it, VAT included'),
  vat_eur: z.number().describe('The VAT in that'),
});
export type VatShare = z.infer<typeof VatShare>;
