/** The booking number that people use, `K7QF-3MXT`: booking's migration `017_reference` makes it. */

/** @returns the booking number that somebody typed, in any case, with or without `#` and the dash, or null */
export function readReference(text: string): string | null {
  const plain = text.toUpperCase().replace(/[\s#-]/g, '');
  if (!/^[CDFGHJKMNPQRTVWX][2-9CDFGHJKMNPQRTVWX]{7}$/.test(plain)) return null;
  return `${plain.slice(0, 4)}-${plain.slice(4)}`;
}
