import {
  AdminFacility,
  FacilityPatch,
  NewFacility,
  NewOpeningException,
  OpeningException,
} from '@venue-booking/proto/facility';
import { FacilityId, LocalDate } from '@venue-booking/proto/primitives';
import { Force, isAboutSlots } from '@venue-booking/proto/rulesChange';
import { DayQuery, DaySlots, Slot, SlotId, SlotPatch } from '@venue-booking/proto/slot';
import { z } from 'zod';
import { describe, MEETS_BOOKINGS, NOT_FOUND, ofFacility, ofVenue, slug } from './adminDescription.ts';
import { type AdminDeps, changeRules, inForce, venueIdOf } from './adminWrites.ts';
import { adminProcedure, rest } from './restProcedure.ts';

/** {@link Force} where there is no body. */
const ForceQuery = z
  .enum(['true', 'false'])
  .optional()
  .describe(Force.description ?? '');

/** The admin API of facilities, their opening exceptions, and single slots. */
export function adminFacilitiesApi(deps: AdminDeps) {
  const { catalog, availability, booking } = deps.backends;
  return rest.router({
    createFacility: adminProcedure
      .meta(
        describe('POST', {
          path: `${ofVenue}/facilities`,
          operationId: 'createFacility',
          tag: 'facilities',
          summary: 'Create a facility',
          status: 201,
          errors: NOT_FOUND,
        }),
      )
      .input(NewFacility.extend({ slug }))
      .output(AdminFacility)
      .mutation(({ input: { slug, ...facility } }) =>
        inForce(deps, catalog.createFacility.mutate({ slug, facility }), [availability, booking]),
      ),

    listFacilitiesOfVenue: adminProcedure
      .meta(
        describe('GET', {
          path: `${ofVenue}/facilities`,
          operationId: 'listFacilitiesOfVenue',
          tag: 'facilities',
          role: 'desk',
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
          role: 'desk',
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
          errors: MEETS_BOOKINGS,
        }),
        unknownId: 'facility_not_found',
      })
      .input(FacilityPatch.extend({ force: Force, slug, id: FacilityId }))
      .output(AdminFacility)
      .mutation(({ ctx: { caller }, input: { slug, id, force, ...patch } }) => {
        const preview = isAboutSlots(patch) ? catalog.preview.facility.query({ slug, id, patch }) : null;
        const save = () => catalog.patchFacility.mutate({ slug, id, patch });
        return inForce(deps, changeRules(deps, { preview, force, caller }, save), [availability, booking]);
      }),

    listExceptions: adminProcedure
      .meta({
        ...describe('GET', {
          path: `${ofFacility}/exceptions`,
          operationId: 'listExceptions',
          tag: 'opening hours',
          role: 'desk',
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
          errors: MEETS_BOOKINGS,
        }),
        unknownId: 'facility_not_found',
      })
      .input(NewOpeningException.safeExtend({ force: Force, slug, id: FacilityId, date: LocalDate }))
      .output(OpeningException)
      .mutation(({ ctx: { caller }, input: { slug, id, date, force, ...exception } }) => {
        const preview = catalog.preview.exception.query({ slug, id, date, exception });
        const save = () => catalog.putException.mutate({ slug, id, date, exception });
        return inForce(deps, changeRules(deps, { preview, force, caller }, save), [availability]);
      }),

    deleteException: adminProcedure
      .meta({
        ...describe('DELETE', {
          path: `${ofFacility}/exceptions/{date}`,
          operationId: 'deleteException',
          tag: 'opening hours',
          summary: 'Put a day back to the weekly hours',
          errors: MEETS_BOOKINGS,
        }),
        unknownId: 'facility_not_found',
      })
      .input(z.object({ slug, id: FacilityId, date: LocalDate, force: ForceQuery }))
      .output(OpeningException)
      .mutation(({ ctx: { caller }, input: { force, ...of } }) => {
        const preview = catalog.preview.exception.query({ ...of, exception: null });
        const save = () => catalog.deleteException.mutate(of);
        return inForce(deps, changeRules(deps, { preview, force: force === 'true', caller }, save), [
          availability,
        ]);
      }),

    listSlotsOfFacility: adminProcedure
      .meta({
        ...describe('GET', {
          path: `${ofFacility}/slots`,
          operationId: 'listSlotsOfFacility',
          tag: 'slots',
          summary: 'List the times of a day with their ids, also while the venue is not live',
          role: 'desk',
          errors: NOT_FOUND,
        }),
        unknownId: 'facility_not_found',
      })
      .input(DayQuery.extend({ slug, id: FacilityId }))
      .output(DaySlots)
      .query(async ({ input: { slug, id, date } }) =>
        availability.daySlots.query({ venueId: await venueIdOf(catalog, slug), facilityId: id, date }),
      ),

    patchSlot: adminProcedure
      .meta({
        ...describe('PATCH', {
          path: `${ofVenue}/slots/{id}`,
          operationId: 'patchSlot',
          tag: 'slots',
          summary: 'Block a slot, or give it a capacity of its own',
          errors: MEETS_BOOKINGS,
        }),
        unknownId: 'slot_not_found',
      })
      .input(SlotPatch.safeExtend({ force: Force, slug, id: SlotId }))
      .output(Slot)
      .mutation(async ({ ctx: { caller }, input: { slug, id, force, ...patch } }) => {
        const venueId = await venueIdOf(catalog, slug);
        const preview = availability.previewSlot.query({ venueId, slotId: id, patch });
        const save = () => availability.patchSlot.mutate({ venueId, slotId: id, patch });
        const slot = await changeRules(deps, { preview, force, caller }, save);
        deps.venueChanged(venueId);
        return slot;
      }),
  });
}
