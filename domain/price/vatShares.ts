import type { VatShare } from '@venue-booking/proto/price/vat';
import { toEuro } from '@venue-booking/proto/primitives';
import type { VatCents } from './vat.ts';

/** Converts a rate to hundredths of a percent, and back; null stays null. */
export const toBasisPoints = (percent: number | null): number | null =>
  percent === null ? null : Math.round(percent * 100);
export const toPercent = (basisPoints: number): number => basisPoints / 100;

const toVatShare = ({ basisPoints, amountCents, vatCents }: VatCents): VatShare => ({
  percent: toPercent(basisPoints),
  amount_eur: toEuro(amountCents),
  vat_eur: toEuro(vatCents),
});

/** The `vat` field of a response; absent if VAT is not shown. */
export const vatShares = (vat: VatCents[] | null | undefined): { vat?: VatShare[] } =>
  vat ? { vat: vat.map(toVatShare) } : {};
