import { z } from 'zod';
import { VenueId } from './primitives.ts';
import { MOST_ORIGINS, Origin } from './venue.ts';

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

/**
 * Report from booking to catalog, once for each venue that existed before `redirect_origins` had a default.
 */
export const UsedOrigins = z.object({
  venueId: VenueId,
  /** Origins in the venue's earlier bookings, latest first. */
  used: z.array(Origin).max(MOST_ORIGINS),
  /** Origins of the platform's own pages. */
  own: z.array(z.string()),
});
export type UsedOrigins = z.infer<typeof UsedOrigins>;
