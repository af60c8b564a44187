/**
 * Returns the origin of a redirect target, or null if it is not allowed at all. Allowed are absolute http(s)
 * URLs without credentials. Control characters and backslashes are rejected: URL parsing ignores or rewrites
 * them, while databases and headers reject them.
 */
export function redirectOrigin(address: string): string | null {
  if (!/^https?:\/\//i.test(address) || /[\p{Cc}\\]/u.test(address)) return null;
  const url = URL.parse(address);
  return url === null || url.username || url.password ? null : url.origin;
}
