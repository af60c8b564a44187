/** Maximum length of an address in SMTP. */
export const MAX_EMAIL_LENGTH = 254;
/** Longest name in DNS. Longer text is not converted, because the conversion takes quadratic time. */
const MAX_DOMAIN_LENGTH = 253;
/** Everything in ASCII that no domain name has. The URL parser would split, decode or drop it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const NOT_IN_DOMAIN = /[\u0000-\u002c\u002f\u003a-\u0040\u005b-\u0060\u007b-\u009f]/;
/** Invisible characters: soft hyphens, zero-width characters and direction marks. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Addresses that any mail server accepts: a local part without quotes (RFC 5322, `dot-atom`) and a host name
 * in DNS. A local part outside ASCII needs SMTPUTF8 on every server on the way. Many servers lack it, and the
 * guest would get no mail.
 */
export const EMAIL_PATTERN =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]+\.)*[\w!#$%&'*+/=?^`{|}~-]+@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

/** Whether an address would be one if its local part were ASCII. */
export const isNonAsciiName = (email: string): boolean => /^[^@]*[^ -~@][^@]*@[^@]+$/.test(email);

/**
 * A domain in ASCII and lower case (`почта.рф`: `xn--80a1acny.xn--p1ai`); null for text that is no domain.
 */
export function asciiDomain(domain: string): string | null {
  if (domain === '' || domain.length > MAX_DOMAIN_LENGTH || NOT_IN_DOMAIN.test(domain)) return null;
  return URL.parse(`http://${domain}`)?.hostname || null;
}

/**
 * The stored form of an address, without invisible characters and spaces around it, which come with copied
 * text. The domain is in ASCII and lower case, so that every spelling finds the same guest. The local part
 * stays as typed, because its host decides what letter case means. Text without a domain is only trimmed.
 */
export function canonicalEmail(typed: string): string {
  const email = typed.replace(INVISIBLE, '').trim();
  const at = email.lastIndexOf('@');
  const domain = at < 0 ? null : asciiDomain(email.slice(at + 1));
  return domain === null ? email : `${email.slice(0, at)}@${domain}`;
}

/** A `mailto:` link. In a local part, `?`, `&`, `#` and `%` would end the address or change it. */
export const mailtoUrl = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
