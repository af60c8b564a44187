/**
 * Parses a typed amount with a comma or point before at most two decimals; undefined if invalid. Thousands
 * separators are rejected, because `1.250` is ambiguous.
 */
export function amountIn(text: string): number | undefined {
  const plain = text.replace(/[\s€%]/g, '');
  return /^\d{1,7}([.,]\d{0,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
}
