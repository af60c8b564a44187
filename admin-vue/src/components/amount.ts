/**
 * The amount that somebody typed, with a comma or a point before at most two decimals; undefined when it is
 * none. A point or comma between thousands is not taken: `1.250` could be either.
 */
export function amountIn(text: string): number | undefined {
  const plain = text.replace(/[\s€%]/g, '');
  return /^\d{1,7}([.,]\d{0,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
}
