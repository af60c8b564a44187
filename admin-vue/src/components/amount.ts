/**
 * Parses a typed amount with a comma or point before at most two decimals; undefined if invalid. Thousands
 * separators are rejected, because `1.250` is ambiguous.
 */
export function amountIn(text: string): number | undefined {
  const plain = text.replace(/[\s€%]/g, '');
  return /^\d{1,7}([.,]\d{0,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
}

/** Parses a typed change, such as `+10 %` or `-12,5`, with either minus sign; undefined if invalid. */
export function changeIn(text: string): number | undefined {
  const [, sign, rest = ''] = /^\s*([+−-]?)(.*)$/s.exec(text) ?? [];
  const amount = amountIn(rest);
  return amount === undefined || sign === '' || sign === '+' ? amount : 0 - amount;
}
