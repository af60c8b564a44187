import { keepLatestRevision } from '@venue-booking/kit/events/keepLatestRevision';
import type { Sql } from '@venue-booking/kit/postgres/sql';
import type { EventOf } from '@venue-booking/proto/events';
import type { Pricing } from '@venue-booking/proto/price/pricing';

/** Copies of catalog's rules, updated by its events. rulesStore.ts reads them. */

export const copyVenue = keepLatestRevision<EventOf<'events.catalog.venue_changed'>>('availability.venue', {
  key: { id: 'venueId' },
  fields: ['timezone', 'dayStart', 'minNoticeMinutes', 'maxAdvanceDays', 'holidays'],
});

type FacilityChanged = EventOf<'events.catalog.facility_changed'>;
type FacilityCopy = Omit<FacilityChanged, 'pricing' | 'rooms'> & { pricing: Pricing | null; rooms: number[] };

const writeFacility = keepLatestRevision<FacilityCopy>('availability.facility', {
  key: { id: 'facilityId' },
  fields: [
    'venueId',
    'name',
    'mode',
    'capacity',
    'durationMinutes',
    'bufferMinutes',
    'opensAt',
    'closesAt',
    'openDays',
    'active',
    'minPeople',
    'maxPeoplePerBooking',
    'timetable',
    'pricing',
    'rooms',
  ],
});

export const copyFacility = (tx: Sql, { pricing = 'null', rooms, ...event }: FacilityChanged) =>
  writeFacility(tx, { ...event, pricing: JSON.parse(pricing), rooms: rooms?.ids ?? [] });

export const copyException = keepLatestRevision<EventOf<'events.catalog.opening_exception_changed'>>(
  'availability.opening_exception',
  {
    key: { venue_id: 'venueId', facility_id: 'facilityId', date: 'date' },
    fields: ['removed', 'closed', 'opensAt', 'closesAt', 'windows', 'weekly'],
  },
);
