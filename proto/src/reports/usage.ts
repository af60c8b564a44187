import { z } from 'zod';
import { Slug } from '../venue/venue.ts';
import { Month } from './fees.ts';

/** Filters of the usage of all venues. */
export const UsageQuery = z.object({
  month: Month,
  after: Slug.optional().describe('Return venues after this slug'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type UsageQuery = z.infer<typeof UsageQuery>;

/** The usage of a venue in a month, for the operator's billing. */
export const VenueUsage = z.object({
  venue: z.string().describe('Slug of the venue'),
  venue_name: z.string(),
  month: Month,
  plan: z.string().nullable().describe('Key of its plan now; null: none'),
  bookings: z.int().describe('Bookings with a visit in the month, without cancelled ones'),
  facilities: z.int().describe('Facilities now, including inactive ones'),
  people: z.int().describe('People with access to the dashboard now'),
  domains: z.int().describe('Own domains now'),
  languages: z.int().describe('Languages of texts for guests now'),
});
export type VenueUsage = z.infer<typeof VenueUsage>;
