import { z } from 'zod';
import { VenueId } from './primitives.ts';
import { MOST_ORIGINS, Origin } from './venue.ts';

/**
 * The origin of an address that a guest may be sent to, or null for any address that no redirect takes: only
 * absolute http(s) addresses without credentials. Control characters and backslashes are refused, because URL
 * parsing ignores or rewrites them, while databases and headers reject them.
 */
export function redirectOrigin(address: string): string | null {
  if (!/^https?:\/\//i.test(address) || /[\p{Cc}\\]/u.test(address)) return null;
  const url = URL.parse(address);
  return url === null || url.username || url.password ? null : url.origin;
}

/** What booking reports to catalog, once for each venue from before `redirect_origins` had a default. */
export const UsedOrigins = z.object({
  venueId: VenueId,
  /** Origins that the venue's bookings named, the latest first. */
  used: z.array(Origin).max(MOST_ORIGINS),
  /** Origins of the platform's own pages. */
  own: z.array(z.string()),
});
export type UsedOrigins = z.infer<typeof UsedOrigins>;
