import { BookingFields, NewBookingFields } from '@venue-booking/proto/bookingField';
import {
  AdminFacility,
  FacilityPatch,
  NewFacility,
  NewOpeningException,
  OpeningException,
} from '@venue-booking/proto/facility';
import { fail } from '@venue-booking/proto/failures';
import { FacilityId, LocalDate } from '@venue-booking/proto/primitives';
import { Slot, SlotId, SlotPatch } from '@venue-booking/proto/slot';
import { NewVenue, Slug, Venue, VenuePatch } from '@venue-booking/proto/venue';
import { z } from 'zod';
import type { Backends } from './backends.ts';
import { adminProcedure, type RestMeta, rest } from './restProcedure.ts';

type Deps = {
  backends: Backends;
  /** Forgets what the gateway has cached of a venue. */
  venueChanged: (venueId: number) => void;
  /** Hosts that no venue can have as its own domain. */
  isReserved: (domain: string) => boolean;
};

const slug = Slug.describe('Slug of the venue');
const COMMON = { 401: 'No or a wrong token' };
const NOT_FOUND = { 404: 'Unknown venue, or something that the venue does not have' };
const INVALID = { 413: 'Body over 64 kB', 415: 'Body is not application/json', 422: 'Invalid' };

type Description = {
  path: `/${string}`;
  operationId: string;
  tag: string;
  summary: string;
  errors?: Record<number, string>;
};

const describe = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  { path, operationId, tag, summary, errors = {} }: Description,
): RestMeta => ({
  scope: 'admin',
  ...(method === 'POST' && { status: 201 }),
  openapi: {
    method,
    path,
    operationId,
    summary,
    tags: [`Admin: ${tag}`],
    protect: true,
    errorResponses: {
      ...(method === 'GET' || method === 'DELETE'
        ? { 400: 'Invalid parameters' }
        : { 400: 'Malformed JSON', ...INVALID }),
      ...COMMON,
      ...errors,
    },
  },
});

const ofVenue = '/api/admin/venues/{slug}';
const ofFacility = `${ofVenue}/facilities/{id}` as const;

/** The admin API. A write answers once the services that need it have applied it. */
export function adminApi({ backends, venueChanged, isReserved }: Deps) {
  const { catalog, availability, booking } = backends;

  const inForce = async <T>(
    change: Promise<{ venueId: number; result: T; eventIds: string[] }>,
    appliers: readonly { awaitApplied: { query(input: { eventIds: string[] }): Promise<unknown> } }[],
  ): Promise<T> => {
    const { venueId, result, eventIds } = await change;
    try {
      await Promise.all(appliers.map((service) => service.awaitApplied.query({ eventIds })));
    } finally {
      venueChanged(venueId);
    }
    return result;
  };
  const refuseReserved = (domains: string[] = []) => {
    const reserved = domains.find(isReserved);
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
          errors: { 409: 'Slug or domain taken' },
        }),
      )
      .input(NewVenue)
      .output(Venue)
      .mutation(({ input }) => {
        refuseReserved(input.domains);
        return inForce(catalog.createVenue.mutate(input), [availability, booking]);
      }),

    listVenues: adminProcedure
      .meta(
        describe('GET', {
          path: '/api/admin/venues',
          operationId: 'listVenues',
          tag: 'venues',
          summary: 'List venues by slug',
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
          summary: 'Change a venue',
          errors: { ...NOT_FOUND, 409: 'Domain taken' },
        }),
      )
      .input(VenuePatch.extend({ slug }))
      .output(Venue)
      .mutation(({ input: { slug, ...patch } }) => {
        refuseReserved(patch.domains);
        return inForce(catalog.patchVenue.mutate({ slug, patch }), [availability, booking]);
      }),

    createFacility: adminProcedure
      .meta(
        describe('POST', {
          path: `${ofVenue}/facilities`,
          operationId: 'createFacility',
          tag: 'facilities',
          summary: 'Create a facility',
          errors: NOT_FOUND,
        }),
      )
      .input(NewFacility.extend({ slug }))
      .output(AdminFacility)
      .mutation(({ input: { slug, ...facility } }) =>
        inForce(catalog.createFacility.mutate({ slug, facility }), [availability, booking]),
      ),

    listFacilitiesOfVenue: adminProcedure
      .meta(
        describe('GET', {
          path: `${ofVenue}/facilities`,
          operationId: 'listFacilitiesOfVenue',
          tag: 'facilities',
          summary: 'List facilities, inactive ones too',
          errors: NOT_FOUND,
        }),
      )
      .input(z.object({ slug }))
      .output(z.array(AdminFacility))
      .query(({ input }) => catalog.listFacilities.query(input)),

    getFacility: adminProcedure
      .meta({
        ...describe('GET', {
          path: ofFacility,
          operationId: 'getFacility',
          tag: 'facilities',
          summary: 'Show a facility',
          errors: NOT_FOUND,
        }),
        unknownId: 'facility_not_found',
      })
      .input(z.object({ slug, id: FacilityId }))
      .output(AdminFacility)
      .query(({ input }) => catalog.getFacility.query(input)),

    patchFacility: adminProcedure
      .meta({
        ...describe('PATCH', {
          path: ofFacility,
          operationId: 'patchFacility',
          tag: 'facilities',
          summary: 'Change a facility',
          errors: NOT_FOUND,
        }),
        unknownId: 'facility_not_found',
      })
      .input(FacilityPatch.extend({ slug, id: FacilityId }))
      .output(AdminFacility)
      .mutation(({ input: { slug, id, ...patch } }) =>
        inForce(catalog.patchFacility.mutate({ slug, id, patch }), [availability, booking]),
      ),

    listExceptions: adminProcedure
      .meta({
        ...describe('GET', {
          path: `${ofFacility}/exceptions`,
          operationId: 'listExceptions',
          tag: 'opening hours',
          summary: 'List the days with other hours',
          errors: NOT_FOUND,
        }),
        unknownId: 'facility_not_found',
      })
      .input(z.object({ slug, id: FacilityId }))
      .output(z.array(OpeningException))
      .query(({ input }) => catalog.listExceptions.query(input)),

    putException: adminProcedure
      .meta({
        ...describe('PUT', {
          path: `${ofFacility}/exceptions/{date}`,
          operationId: 'putException',
          tag: 'opening hours',
          summary: 'Close a day, or give it other hours',
          errors: NOT_FOUND,
        }),
        unknownId: 'facility_not_found',
      })
      .input(NewOpeningException.safeExtend({ slug, id: FacilityId, date: LocalDate }))
      .output(OpeningException)
      .mutation(({ input: { slug, id, date, ...exception } }) =>
        inForce(catalog.putException.mutate({ slug, id, date, exception }), [availability]),
      ),

    deleteException: adminProcedure
      .meta({
        ...describe('DELETE', {
          path: `${ofFacility}/exceptions/{date}`,
          operationId: 'deleteException',
          tag: 'opening hours',
          summary: 'Put a day back to the weekly hours',
          errors: NOT_FOUND,
        }),
        unknownId: 'facility_not_found',
      })
      .input(z.object({ slug, id: FacilityId, date: LocalDate }))
      .output(OpeningException)
      .mutation(({ input }) => inForce(catalog.deleteException.mutate(input), [availability])),

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
      .mutation(({ input }) => inForce(catalog.putFields.mutate(input), [booking])),

    patchSlot: adminProcedure
      .meta({
        ...describe('PATCH', {
          path: `${ofVenue}/slots/{id}`,
          operationId: 'patchSlot',
          tag: 'slots',
          summary: 'Block a slot, or give it a capacity of its own',
          errors: NOT_FOUND,
        }),
        unknownId: 'slot_not_found',
      })
      .input(SlotPatch.safeExtend({ slug, id: SlotId }))
      .output(Slot)
      .mutation(async ({ input: { slug, id, ...patch } }) => {
        const tenant = await catalog.tenant.query({ slug });
        if (!tenant) throw fail('venue_not_found');
        const slot = await availability.patchSlot.mutate({ venueId: tenant.venueId, slotId: id, patch });
        venueChanged(tenant.venueId);
        return slot;
      }),
  });
}
