import { BookingFields, NewBookingFields } from '@venue-booking/proto/bookingField';
import { fail } from '@venue-booking/proto/failures';
import { Force, isAboutSlots } from '@venue-booking/proto/rulesChange';
import { NewVenue, Slug, Venue, VenuePatch } from '@venue-booking/proto/venue';
import { z } from 'zod';
import { describe, MEETS_BOOKINGS, NOT_FOUND, ofVenue, slug } from './adminDescription.ts';
import { type AdminDeps, changeRules, inForce, venueIdOf } from './adminWrites.ts';
import { requireDomainProof, resolveTxt } from './domainProof.ts';
import { adminProcedure, rest } from './restProcedure.ts';

/** The admin API of venues and the fields that they ask of guests. */
export function adminVenuesApi(deps: AdminDeps) {
  const { catalog, availability, booking } = deps.backends;
  const refuseReserved = (domains: string[] = []) => {
    const reserved = domains.find(deps.isReserved);
    if (reserved) throw fail('validation', { detail: `domains: ${reserved} belongs to the platform itself` });
  };

  return rest.router({
    createVenue: adminProcedure
      .meta(
        describe('POST', {
          path: '/api/admin/venues',
          operationId: 'createVenue',
          tag: 'venues',
          summary: 'Create a venue',
          role: 'operator',
          status: 201,
          errors: { 409: 'Slug or domain taken' },
        }),
      )
      .input(NewVenue)
      .output(Venue)
      .mutation(({ input }) => {
        refuseReserved(input.domains);
        if (deps.isOwnHost(input.slug)) throw fail('slug_taken', { slug: input.slug });
        return inForce(deps, catalog.createVenue.mutate(input), [availability, booking]);
      }),

    listVenues: adminProcedure
      .meta(
        describe('GET', {
          path: '/api/admin/venues',
          operationId: 'listVenues',
          tag: 'venues',
          summary: 'List venues by slug',
          role: 'operator',
        }),
      )
      .input(
        z.object({
          after: Slug.optional().describe('List those behind this slug'),
          limit: z.coerce.number().int().min(1).max(1000).default(100),
        }),
      )
      .output(z.array(Venue))
      .query(({ input }) => catalog.listVenues.query(input)),

    getVenue: adminProcedure
      .meta(
        describe('GET', {
          path: ofVenue,
          operationId: 'getVenue',
          tag: 'venues',
          summary: 'Show a venue',
          role: 'desk',
          errors: NOT_FOUND,
        }),
      )
      .input(z.object({ slug }))
      .output(Venue)
      .query(({ input }) => catalog.getVenue.query(input)),

    patchVenue: adminProcedure
      .meta(
        describe('PATCH', {
          path: ofVenue,
          operationId: 'patchVenue',
          tag: 'venues',
          summary:
            'Change a venue. An owner proves a new domain by a DNS TXT record, which the refusal names',
          errors: { ...NOT_FOUND, 409: `Domain taken. ${MEETS_BOOKINGS[409]}` },
        }),
      )
      .input(VenuePatch.extend({ force: Force, slug }))
      .output(Venue)
      .mutation(async ({ ctx, input: { slug, force, ...patch } }) => {
        refuseReserved(patch.domains);
        if (patch.domains && ctx.caller.role !== 'operator') {
          const { domains } = await catalog.getVenue.query({ slug });
          const added = patch.domains.filter((domain) => !domains.includes(domain));
          await requireDomainProof(resolveTxt, slug, added);
        }
        const preview = isAboutSlots(patch) ? catalog.preview.venue.query({ slug, patch }) : null;
        const save = () => catalog.patchVenue.mutate({ slug, patch });
        return inForce(deps, changeRules(deps, { preview, force, caller: ctx.caller }, save), [
          availability,
          booking,
        ]);
      }),

    getFields: adminProcedure
      .meta(
        describe('GET', {
          path: `${ofVenue}/fields`,
          operationId: 'getFields',
          tag: 'extra fields',
          summary: 'Show the extra fields',
          role: 'desk',
          errors: NOT_FOUND,
        }),
      )
      .input(z.object({ slug }))
      .output(BookingFields)
      .query(async ({ input }) => {
        const { fields } = await catalog.site.query({ venueId: await venueIdOf(catalog, input.slug) });
        return { fields };
      }),

    putFields: adminProcedure
      .meta(
        describe('PUT', {
          path: `${ofVenue}/fields`,
          operationId: 'putFields',
          tag: 'extra fields',
          summary: 'Replace the extra fields',
          errors: NOT_FOUND,
        }),
      )
      .input(NewBookingFields.extend({ slug }))
      .output(BookingFields)
      .mutation(({ input }) => inForce(deps, catalog.putFields.mutate(input), [booking])),
  });
}
