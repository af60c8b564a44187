/** Splits VAT out of prices, which include it. See docs/decisions/0073-one-place-computes-prices.md. */

/**
 * The part of an amount at one VAT rate and the VAT in it, in cents. The rate is in hundredths of a percent.
 */
export type VatCents = { basisPoints: number; amountCents: number; vatCents: number };

/** Cents by VAT rate, in hundredths of a percent. */
export type ByRate = ReadonlyMap<number, number>;

/**
 * Splits cents in proportion to weights, into whole cents that add up to the amount. Parts are rounded down,
 * and the remaining cents go to the parts that lost most (largest remainder method). If all weights are 0,
 * everything goes to the rate `otherwise`.
 */
export function apportion(cents: number, weights: ByRate, otherwise: number): ByRate {
  const positive = [...weights].filter(([, weight]) => weight > 0);
  const [only] = positive;
  if (!only) return new Map([[otherwise, cents]]);
  if (positive.length === 1) return new Map([[only[0], cents]]);
  // Use BigInt: the product of two amounts can exceed what a double represents exactly.
  const sum = positive.reduce((total, [, weight]) => total + BigInt(weight), 0n);
  const parts = positive.map(([rate, weight]) => {
    const product = BigInt(cents) * BigInt(weight);
    return { rate, cents: Number(product / sum), lost: product % sum };
  });
  let left = cents - parts.reduce((total, part) => total + part.cents, 0);
  for (const part of parts.toSorted((a, b) => (a.lost < b.lost ? 1 : a.lost > b.lost ? -1 : a.rate - b.rate)))
    if (left-- > 0) part.cents += 1;
  return new Map(parts.map((part) => [part.rate, part.cents]));
}

/** The VAT in amounts by rate, each rounded to the nearest cent (half up). Omits zero amounts. */
export const vatOf = (amounts: ByRate): VatCents[] =>
  [...amounts]
    .filter(([, amountCents]) => amountCents > 0)
    .map(([basisPoints, amountCents]) => ({
      basisPoints,
      amountCents,
      vatCents: Math.round((amountCents * basisPoints) / (10_000 + basisPoints)),
    }))
    .toSorted((a, b) => a.basisPoints - b.basisPoints);
