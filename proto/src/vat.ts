import { z } from 'zod';
import type { VatCents } from './price/vatOf.ts';
import { hasTwoDecimals, TWO_DECIMALS, toEuro } from './primitives.ts';

/** A rate of VAT that prices include. */
export const VatPercent = z.number().min(0).max(30).refine(hasTwoDecimals, TWO_DECIMALS);

/** A rate in hundredths of a percent, and back; null is none. */
export const toBasisPoints = (percent: number | null): number | null =>
  percent === null ? null : Math.round(percent * 100);
export const toPercent = (basisPoints: number): number => basisPoints / 100;

/** What of an amount is under a rate of VAT, and the VAT in it. Over all rates it is the whole amount. */
export const VatShare = z.object({
  percent: z.number().describe('Rate of VAT, in percent'),
  amount_eur: z.number().describe('What of the amount is under it, VAT included'),
  vat_eur: z.number().describe('The VAT in that'),
});
export type VatShare = z.infer<typeof VatShare>;

const toVatShare = ({ basisPoints, amountCents, vatCents }: VatCents): VatShare => ({
  percent: toPercent(basisPoints),
  amount_eur: toEuro(amountCents),
  vat_eur: toEuro(vatCents),
});

/** Answers that hold it: nothing to say where no rate is told. */
export const vatShares = (vat: VatCents[] | null | undefined): { vat?: VatShare[] } =>
  vat ? { vat: vat.map(toVatShare) } : {};
