import { NewBookingFields } from '@venue-booking/proto/bookingField';
import { FacilityPatch, NewFacility, NewOpeningException } from '@venue-booking/proto/facility';
import { Force } from '@venue-booking/proto/rulesChange';
import { DayQuery, SlotPatch } from '@venue-booking/proto/slot';
import { NewVenue, VenuePatch } from '@venue-booking/proto/venue';
import { z } from 'zod';
import type { Noun } from './operation.ts';

const ofVenue = '/venues/{slug}';
const ofFacility = `${ofVenue}/facilities/{id}`;

/** Venues, what they offer and when. */
export const venueCommands: readonly Noun[] = [
  {
    noun: 'venue',
    plural: 'venues',
    about: 'Venues and their settings',
    operations: [
      { verb: 'create', does: 'Create a venue', method: 'POST', path: '/venues', body: NewVenue },
      {
        verb: 'list',
        does: 'List all venues by slug',
        method: 'GET',
        path: '/venues',
        pages: {
          next: { parameter: 'after', key: 'slug' },
          size: 500,
          most: Number.POSITIVE_INFINITY,
        },
        columns: ['slug', 'name', 'live', 'timezone', 'locale', 'domains'],
      },
      { verb: 'show', does: 'Show a venue', method: 'GET', path: ofVenue, args: ['venue'] },
      {
        verb: 'set',
        does: 'Change settings of a venue',
        method: 'PATCH',
        path: ofVenue,
        args: ['venue'],
        body: VenuePatch.extend({ force: Force }),
      },
    ],
  },
  {
    noun: 'facility',
    plural: 'facilities',
    about: 'What a venue offers',
    operations: [
      {
        verb: 'create',
        does: 'Create a facility',
        method: 'POST',
        path: `${ofVenue}/facilities`,
        args: ['venue'],
        body: NewFacility,
      },
      {
        verb: 'list',
        does: 'List facilities, inactive ones too',
        method: 'GET',
        path: `${ofVenue}/facilities`,
        args: ['venue'],
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
      {
        verb: 'show',
        does: 'Show a facility',
        method: 'GET',
        path: ofFacility,
        args: ['venue', 'facility'],
      },
      {
        verb: 'set',
        does: 'Change a facility',
        method: 'PATCH',
        path: ofFacility,
        args: ['venue', 'facility'],
        body: FacilityPatch.extend({ force: Force }),
      },
    ],
  },
  {
    noun: 'exception',
    plural: 'exceptions',
    about: 'Days on which a facility is closed or has other hours',
    operations: [
      {
        verb: 'set',
        does: 'Close a day, or give it other hours',
        method: 'PUT',
        path: `${ofFacility}/exceptions/{date}`,
        args: ['venue', 'facility', 'date'],
        body: NewOpeningException.safeExtend({ force: Force }),
      },
      {
        verb: 'list',
        does: 'List the days with other hours',
        method: 'GET',
        path: `${ofFacility}/exceptions`,
        args: ['venue', 'facility'],
        columns: ['date', 'closed', 'opens_at', 'closes_at', 'note'],
      },
      {
        verb: 'remove',
        does: 'Put a day back to the weekly hours',
        method: 'DELETE',
        path: `${ofFacility}/exceptions/{date}`,
        args: ['venue', 'facility', 'date'],
        query: z.object({ force: Force }),
      },
    ],
  },
  {
    noun: 'field',
    plural: 'fields',
    about: 'What a venue asks of its guests besides name and e-mail',
    operations: [
      {
        verb: 'show',
        does: 'Show the extra fields',
        method: 'GET',
        path: `${ofVenue}/fields`,
        args: ['venue'],
      },
      {
        verb: 'set',
        does: 'Replace the extra fields',
        method: 'PUT',
        path: `${ofVenue}/fields`,
        args: ['venue'],
        body: NewBookingFields,
      },
    ],
  },
  {
    noun: 'slot',
    plural: 'slots',
    about: 'Single times of a facility',
    operations: [
      {
        verb: 'list',
        does: 'List the times of a day with their ids',
        method: 'GET',
        path: `${ofVenue}/facilities/{id}/slots`,
        args: ['venue', 'facility'],
        query: DayQuery,
      },
      {
        verb: 'set',
        does: 'Block a slot, or give it a capacity of its own',
        method: 'PATCH',
        path: `${ofVenue}/slots/{id}`,
        args: ['venue', 'slot'],
        body: SlotPatch.safeExtend({ force: Force }),
      },
    ],
  },
];
