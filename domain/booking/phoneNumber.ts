/** Digits of a number in E.164: country code and national number. */
const DIGITS = /^[1-9]\d{7,14}$/;

/**
 * A typed phone number in E.164 without the plus, such as `31612345678`; null if it cannot be used. A number
 * without `+` or `00` is national. It is not guessed at: without a leading zero it may already contain the
 * country code.
 * @param countryCode calling code of the venue's country; null: only international numbers can be used
 */
export function internationalNumber(typed: string, countryCode: string | null): string | null {
  const text = typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^tel:/i, '')
    .replace('(0)', '');
  if (!/^\+?[\d\s().\-‐-―−·/]+$/.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  const number = withCountryCode(text.startsWith('+') ? `00${digits}` : digits, countryCode);
  return number !== null && DIGITS.test(number) ? number : null;
}

function withCountryCode(digits: string, countryCode: string | null): string | null {
  if (digits.startsWith('00')) return digits.slice(2);
  if (countryCode === null) return null;
  if (digits.startsWith('0')) return countryCode + digits.slice(1);
  return digits.startsWith(countryCode) ? null : countryCode + digits;
}
