/** How VAT is split. Prices include it. See docs/decisions/0073-one-place-computes-prices.md. */

/** What of an amount is under a rate, and the VAT in that, in cents; the rate in hundredths of a percent. */
export type VatCents = { basisPoints: number; amountCents: number; vatCents: number };

/** Cents by rate, in hundredths of a percent. */
export type ByRate = ReadonlyMap<number, number>;

/**
 * Splits cents as others are split, in whole cents that add up to them: rounded down, with what is left going
 * to those that lost most (the largest remainder). As nothing else is known of them, weights of nothing leave
 * all to the rate that is given.
 */
export function apportion(cents: number, weights: ByRate, otherwise: number): ByRate {
  const known = [...weights].filter(([, weight]) => weight > 0);
  const [only] = known;
  if (!only) return new Map([[otherwise, cents]]);
  if (known.length === 1) return new Map([[only[0], cents]]);
  // In big integers, as a product of two amounts is more than a double holds exactly.
  const sum = known.reduce((total, [, weight]) => total + BigInt(weight), 0n);
  const parts = known.map(([rate, weight]) => {
    const product = BigInt(cents) * BigInt(weight);
    return { rate, cents: Number(product / sum), lost: product % sum };
  });
  let left = cents - parts.reduce((total, part) => total + part.cents, 0);
  for (const part of parts.toSorted((a, b) => (a.lost < b.lost ? 1 : a.lost > b.lost ? -1 : a.rate - b.rate)))
    if (left-- > 0) part.cents += 1;
  return new Map(parts.map((part) => [part.rate, part.cents]));
}

/** The VAT in amounts by rate, each rounded once, half a cent up; amounts of nothing are left out. */
export const vatOf = (amounts: ByRate): VatCents[] =>
  [...amounts]
    .filter(([, amountCents]) => amountCents > 0)
    .map(([basisPoints, amountCents]) => ({
      basisPoints,
      amountCents,
      vatCents: Math.round((amountCents * basisPoints) / (10_000 + basisPoints)),
    }))
    .toSorted((a, b) => a.basisPoints - b.basisPoints);
