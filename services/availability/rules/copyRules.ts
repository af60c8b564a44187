import { keepsClock } from '@venue-booking/domain/schedule/zoneChange';
import { keepLatestRevision } from '@venue-booking/kit/events/keepLatestRevision';
import type { Sql } from '@venue-booking/kit/postgres/sql';
import type { EventOf } from '@venue-booking/proto/events';
import type { Pricing } from '@venue-booking/proto/price/pricing';
import type { AvailabilityTx } from '../database.ts';
import { moveSlots } from '../zone/moveSlots.ts';

/** Copies of catalog's rules, updated by its events. rulesStore.ts reads them. */

type VenueChanged = EventOf<'events.catalog.venue_changed'>;

const storeVenue = keepLatestRevision<VenueChanged>('availability.venue', {
  key: { id: 'venueId' },
  fields: ['timezone', 'dayStart', 'minNoticeMinutes', 'maxAdvanceDays', 'holidays'],
});

type Stored = { timezone: string; revision: bigint; zoneRevision: bigint | null };

/** Copies a venue. If its time zone changed and bookings keep their clock time, its slots move. */
export async function copyVenue(tx: AvailabilityTx, event: VenueChanged): Promise<void> {
  const { venueId, timezone, revision, zoneChange } = event;
  const [before] = await tx.$queryRaw<Stored[]>`
    SELECT timezone, revision, zone_revision AS "zoneRevision" FROM availability.venue WHERE id = ${venueId} FOR UPDATE`;
  await storeVenue(tx, event);
  if (!zoneChange || (before && before.revision >= revision)) return;
  await tx.$executeRaw`
    UPDATE availability.venue SET zone_revision = ${zoneChange.revision} WHERE id = ${venueId}`;
  if (before && before.timezone !== timezone && keepsClock(zoneChange, before.zoneRevision))
    await moveSlots(tx, { venueId, from: before.timezone, to: timezone });
}

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
