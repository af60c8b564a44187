import { z } from 'zod';
import {
  ExceptionsChange,
  ExceptionsChanged,
  ExceptionsQuery,
  FacilityException,
  SpecialDay,
  SpecialDaysQuery,
} from '../facility/exceptions.ts';
import {
  AdminFacility,
  FacilityPatch,
  NewFacility,
  NewOpeningException,
  OpeningException,
  PatchedFacility,
} from '../facility/facility.ts';
import { FacilityPreview, FacilityPreviewRequest, PREVIEW_DAYS } from '../facility/facilityPreview.ts';
import { DayQuery, DaySlots, Slot, SlotPatch } from '../facility/slot.ts';
import { PricePreview, PricePreviewRequest } from '../price/pricePreview.ts';
import { LimitCounts } from '../reports/limitCounts.ts';
import { BookingFields, NewBookingFields } from '../venue/bookingField.ts';
import { DomainCheck, DomainQuery, NewVenue, Venue, VenuePatch, VenuesQuery } from '../venue/venue.ts';
import { ZoneChange } from '../venue/zoneChange.ts';
import type { CallGroup } from './adminCall.ts';
import { exceptionDay, facility, platform, slot, venue } from './resources.ts';

/** Calls about venues. */
export const venueCalls = {
  about: 'Venues and their settings',
  tag: 'venues',
  calls: {
    createVenue: {
      verb: 'create',
      security: 'domains_changed',
      does: 'Create a venue',
      method: 'POST',
      of: platform,
      path: '/venues',
      role: 'operator',
      input: NewVenue,
      answers: Venue,
      status: 201,
      errors: { 409: 'Slug or domain taken' },
    },
    listVenues: {
      verb: 'list',
      does: 'List venues by slug',
      method: 'GET',
      of: platform,
      path: '/venues',
      role: 'operator',
      input: VenuesQuery,
      answers: z.array(Venue),
      pages: { parameter: 'after', key: 'slug' },
      showsAll: true,
      columns: ['slug', 'name', 'live', 'timezone', 'locale', 'domains'],
    },
    getVenue: {
      verb: 'show',
      does: 'Show a venue',
      method: 'GET',
      of: venue,
      role: 'desk',
      answers: Venue,
    },
    patchVenue: {
      verb: 'set',
      security: 'domains_changed',
      does: 'Change settings of a venue',
      more: 'An owner must prove a new domain with a DNS TXT record. The failure response contains the record.',
      method: 'PATCH',
      of: venue,
      input: VenuePatch.extend(ZoneChange.shape),
      mayMeetBookings: true,
      answers: Venue,
      errors: { 409: 'Domain taken, or bookings that keep their clock time would overlap' },
    },
    showLimits: {
      verb: 'limits',
      does: 'Count how often limits applied to guests recently',
      more: 'Bookings with a proof of work, requests that lacked one, and rejected requests.',
      method: 'GET',
      of: venue,
      path: '/limits',
      answers: LimitCounts,
    },
    checkDomain: {
      verb: 'check-domain',
      does: 'Show the DNS record that proves a domain, and whether it exists',
      method: 'GET',
      of: venue,
      path: '/domain-check',
      input: DomainQuery,
      argument: 'domain',
      answers: DomainCheck,
    },
  },
} as const satisfies CallGroup;

export const facilityCalls = {
  about: 'Facilities of a venue',
  tag: 'facilities',
  plural: 'facilities',
  calls: {
    createFacility: {
      verb: 'create',
      does: 'Create a facility',
      method: 'POST',
      of: venue,
      path: '/facilities',
      input: NewFacility,
      answers: AdminFacility,
      status: 201,
    },
    listFacilitiesOfVenue: {
      verb: 'list',
      does: 'List facilities, including inactive ones',
      method: 'GET',
      of: venue,
      path: '/facilities',
      role: 'desk',
      answers: z.array(AdminFacility),
      columns: [
        'id',
        'name',
        'mode',
        'capacity',
        'duration_minutes',
        'opens_at',
        'closes_at',
        'open_days',
        'price_eur',
        'active',
      ],
    },
    getFacility: {
      verb: 'show',
      does: 'Show a facility',
      method: 'GET',
      of: facility,
      role: 'desk',
      answers: AdminFacility,
    },
    patchFacility: {
      verb: 'set',
      does: 'Change a facility',
      method: 'PATCH',
      of: facility,
      input: FacilityPatch,
      mayMeetBookings: true,
      answers: PatchedFacility,
    },
    previewFacility: {
      verb: 'preview',
      does: `Preview the slots of ${PREVIEW_DAYS} days for given settings, without saving`,
      method: 'POST',
      of: venue,
      path: '/facility-preview',
      input: FacilityPreviewRequest,
      answers: FacilityPreview,
    },
    previewPrice: {
      verb: 'preview-price',
      does: 'Preview the price of a party by a price list, without saving',
      method: 'POST',
      of: venue,
      path: '/price-preview',
      input: PricePreviewRequest,
      answers: PricePreview,
    },
  },
} as const satisfies CallGroup;

export const exceptionCalls = {
  about: 'Days on which a facility is closed or has different opening hours',
  tag: 'opening hours',
  calls: {
    putException: {
      verb: 'set',
      does: 'Close a day or give it different opening hours',
      method: 'PUT',
      of: exceptionDay,
      input: NewOpeningException,
      mayMeetBookings: true,
      answers: OpeningException,
    },
    listExceptions: {
      verb: 'list',
      does: 'List the days with different opening hours',
      more: 'Includes those of the venue as a whole, but not its holidays.',
      method: 'GET',
      of: facility,
      path: '/exceptions',
      role: 'desk',
      answers: z.array(OpeningException),
      columns: ['date', 'closed', 'opens_at', 'closes_at', 'windows', 'note'],
    },
    putExceptions: {
      verb: 'set-many',
      does: 'Close many days, give them different opening hours, or restore the weekly ones',
      more: 'Applied to all days or to none.',
      method: 'PUT',
      of: venue,
      path: '/exceptions',
      input: ExceptionsChange,
      mayMeetBookings: true,
      answers: ExceptionsChanged,
    },
    listExceptionsOfVenue: {
      verb: 'list-all',
      does: 'List the days with different opening hours of all facilities',
      more: 'The first 5,000, by date. Includes the days and holidays of the venue as a whole, for each facility.',
      method: 'GET',
      of: venue,
      path: '/exceptions',
      role: 'desk',
      input: ExceptionsQuery,
      answers: z.array(FacilityException),
      columns: ['facility_id', 'date', 'closed', 'opens_at', 'closes_at', 'windows', 'note'],
    },
    listSpecialDays: {
      verb: 'list-venue',
      does: 'List the days and holidays on which the venue as a whole has different opening hours',
      method: 'GET',
      of: venue,
      path: '/special-days',
      role: 'desk',
      input: SpecialDaysQuery,
      answers: z.array(SpecialDay),
      columns: ['date', 'on', 'closed', 'opens_at', 'closes_at', 'windows', 'note'],
    },
    deleteException: {
      verb: 'remove',
      does: 'Restore the weekly opening hours of a day',
      more: 'Also on a special day of the venue as a whole, for this facility.',
      method: 'DELETE',
      of: exceptionDay,
      mayMeetBookings: true,
      answers: OpeningException,
    },
  },
} as const satisfies CallGroup;

export const fieldCalls = {
  about: 'Extra fields of the booking form, besides name and e-mail address',
  tag: 'extra fields',
  calls: {
    getFields: {
      verb: 'show',
      does: 'Show the extra fields',
      method: 'GET',
      of: venue,
      path: '/fields',
      role: 'desk',
      answers: BookingFields,
    },
    putFields: {
      verb: 'set',
      does: 'Replace the extra fields',
      method: 'PUT',
      of: venue,
      path: '/fields',
      input: NewBookingFields,
      answers: BookingFields,
    },
  },
} as const satisfies CallGroup;

export const slotCalls = {
  about: 'Slots of a day, and settings of single slots',
  tag: 'slots',
  calls: {
    listSlotsOfFacility: {
      verb: 'list',
      does: 'List the slots of a day with their ids, also while the venue is not live',
      method: 'GET',
      of: facility,
      path: '/slots',
      role: 'desk',
      input: DayQuery,
      answers: DaySlots,
    },
    patchSlot: {
      verb: 'set',
      does: 'Block a slot or set its capacity',
      method: 'PATCH',
      of: slot,
      input: SlotPatch,
      mayMeetBookings: true,
      answers: Slot,
    },
  },
} as const satisfies CallGroup;
