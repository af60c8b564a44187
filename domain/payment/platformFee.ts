import { maxFee } from '@venue-booking/proto/payment/providers';

/** The platform fee of a venue. */
export type FeeTerms = { provider: string; feeBasisPoints: number; feeFixedCents: number };

/** The platform fee for an amount, in cents: percentage plus fixed part, at most the provider's maximum. */
export function platformFee(
  { provider, feeBasisPoints, feeFixedCents }: FeeTerms,
  amountCents: number,
): number {
  const agreed = Math.round((amountCents * feeBasisPoints) / 10_000) + feeFixedCents;
  return Math.min(agreed, maxFee(provider, amountCents));
}
