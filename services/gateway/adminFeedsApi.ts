import { FacilityId } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import { describe, NOT_FOUND, ofFacility, slug } from './adminDescription.ts';
import { type AdminDeps, venueIdOf } from './adminWrites.ts';
import { adminProcedure, rest } from './restProcedure.ts';

const oneFacility = z.object({ slug, id: FacilityId });

/** The admin API of the secret calendar addresses of facilities. */
export function adminFeedsApi({ backends: { catalog, booking } }: AdminDeps, publicUrl: string) {
  return rest.router({
    renewFeed: adminProcedure
      .meta({
        ...describe('PUT', {
          path: `${ofFacility}/feed`,
          operationId: 'renewFeed',
          tag: 'calendar feeds',
          summary:
            'Make a secret address at which calendar programs find the bookings, with names; an earlier one ends. Shown only now',
          errors: NOT_FOUND,
        }),
        unknownId: 'facility_not_found',
      })
      .input(oneFacility)
      .output(z.object({ url: z.url() }))
      .mutation(async ({ input: { slug, id } }) => {
        const venueId = await venueIdOf(catalog, slug);
        const secret = await booking.desk.renewFeed.mutate({ venueId, facilityId: id });
        return { url: `${publicUrl}/calendars/${secret}.ics` };
      }),

    endFeed: adminProcedure
      .meta({
        ...describe('DELETE', {
          path: `${ofFacility}/feed`,
          operationId: 'endFeed',
          tag: 'calendar feeds',
          summary: 'End the secret address',
          errors: NOT_FOUND,
        }),
        unknownId: 'feed_not_found',
      })
      .input(oneFacility)
      .output(z.object({}))
      .mutation(async ({ input: { slug, id } }) => {
        const venueId = await venueIdOf(catalog, slug);
        await booking.desk.endFeed.mutate({ venueId, facilityId: id });
        return {};
      }),
  });
}
