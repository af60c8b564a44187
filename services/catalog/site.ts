import { tiersForGuests } from '@venue-booking/domain/payment/refundRules';
import { fail } from '@venue-booking/proto/failures';
import type { RefundTiers } from '@venue-booking/proto/payment/refundTiers';
import type { Locale } from '@venue-booking/proto/primitives';
import type { Site } from '@venue-booking/proto/venue/venue';
import { brandOf, hasBrand } from './brand.ts';
import type { CatalogDatabase } from './database.ts';
import { priceSummary, toAdminFacility } from './facilityStore.ts';
import { toField } from './fieldStore.ts';
import type { BookingField, Facility, Venue } from './gen/prisma/client.ts';
import { isLive } from './isLive.ts';

/**
 * A venue as guests see it: its active facilities and the fields of its booking form. The gateway returns
 * only the facility settings that are in {@link Site}. @throws `venue_not_found`
 */
export async function site(database: CatalogDatabase, venueId: number): Promise<Site> {
  const venue = await database.venue.findUnique({ where: { id: venueId }, include: ofGuests });
  if (!venue) throw fail('venue_not_found');
  return siteOf(venue);
}

/** The rows that {@link siteOf} needs besides the venue. */
export const ofGuests = {
  facilities: { where: { active: true }, orderBy: { id: 'asc' } },
  fields: { orderBy: { position: 'asc' } },
} as const;

/** @see site */
export function siteOf(venue: Venue & { facilities: Facility[]; fields: BookingField[] }): Site {
  return {
    live: isLive(venue),
    // To guests, a deleted venue is a suspended one: a website that still shows its widget says so.
    ...((venue.suspendedAt ?? venue.deletedAt) && { suspended: true as const }),
    day_start: venue.dayStart,
    timezone: venue.timezone,
    // A widget that does not know tiers would promise a full refund until `cancel_until_hours`.
    ...(venue.refundTiers === null
      ? { cancel_until_hours: venue.cancelUntilHours }
      : { refund_tiers: tiersForGuests(venue.refundTiers as RefundTiers, venue.cancelUntilHours) }),
    ...(venue.termsUrl !== null && { terms_url: venue.termsUrl }),
    ...(venue.address !== null && { address: venue.address }),
    ...(hasBrand(venue) && { brand: brandOf(venue) }),
    facilities: venue.facilities.map((row) => {
      const { waiting_list, ...facility } = toAdminFacility(row);
      const price = priceSummary(row, venue.locale as Locale);
      return { ...facility, price, ...(waiting_list && { waiting_list: true }) };
    }),
    fields: venue.fields.map(toField),
    ...(venue.proofOfWork && { proof_of_work: true }),
  };
}
