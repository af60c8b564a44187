import { z } from 'zod';
import { VenueId } from '../primitives.ts';
import { MAX_ORIGINS, Origin } from './venue.ts';

/**
 * Report from booking to catalog, once for each venue that existed before `redirect_origins` had a default.
 */
export const UsedOrigins = z.object({
  venueId: VenueId,
  /** Origins in the venue's earlier bookings, latest first. */
  used: z.array(Origin).max(MAX_ORIGINS),
  /** Origins of the platform's own pages. */
  own: z.array(z.string()),
});
export type UsedOrigins = z.infer<typeof UsedOrigins>;
