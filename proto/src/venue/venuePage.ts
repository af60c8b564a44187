import type { BusinessType } from './businessType.ts';
import type { Site, Venue, VenueContact } from './venue.ts';

/** Opening hours, `HH:MM` each. A closing time that is not after the opening time is on the next date. */
export type OpenHours = { opens_at: string; closes_at: string };

/**
 * The times at which a venue is open on a booking day; empty: closed. `usual`: the times by week or season,
 * without special days and holidays.
 */
export type VenueDay = { date: string; hours: OpenHours[]; usual: OpenHours[] };

/** What the page of a venue shows, as the catalog service knows it. */
export type VenuePage = {
  contact: VenueContact;
  site: Site;
  /** Null or empty: none. */
  description: string | null;
  accessibilityText: string | null;
  /** Both texts in other languages. Absent: none, or a service of the previous release. */
  translations?: Venue['translations'];
  /** Absent from a service of the previous release. */
  businessType?: BusinessType;
  /** A week from the current booking day on, then only the days whose hours are unusual, by date. */
  days: VenueDay[];
};
