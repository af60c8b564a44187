/**
 * The booking number for people, `K7QF-3MXT`. Generated in the database by booking's migration
 * `017_reference`.
 */

/**
 * @returns the booking number in a text, ignoring case, `#`, spaces and the dash, or null if it is not one
 */
export function readReference(text: string): string | null {
  const plain = text.toUpperCase().replace(/[\s#-]/g, '');
  if (!/^[CDFGHJKMNPQRTVWX][2-9CDFGHJKMNPQRTVWX]{7}$/.test(plain)) return null;
  return `${plain.slice(0, 4)}-${plain.slice(4)}`;
}
