import { event, type StoredEvent } from '@venue-booking/proto/events';
import type { Facility, OpeningException, Venue } from './gen/prisma/client.ts';

/** The catalog's rows as the facts that other services keep copies of. */

export const venueChanged = (venue: Venue): StoredEvent =>
  event('events.catalog.venue_changed', {
    venueId: venue.id,
    revision: venue.revision,
    slug: venue.slug,
    name: venue.name,
    timezone: venue.timezone,
    locale: venue.locale,
    live: venue.live,
    dayStart: venue.dayStart,
    holdMinutes: venue.holdMinutes,
    cancelUntilHours: venue.cancelUntilHours,
    checkInFromHours: venue.checkInFromHours,
    minNoticeMinutes: venue.minNoticeMinutes,
    ...(venue.maxAdvanceDays !== null && { maxAdvanceDays: venue.maxAdvanceDays }),
    redirectOrigins: venue.redirectOrigins,
    retainDays: venue.retainDays,
    ...(venue.maxOpenHoldsPerAddress !== null && { maxOpenHoldsPerAddress: venue.maxOpenHoldsPerAddress }),
    ...(venue.maxOpenHoldsPerEmail !== null && { maxOpenHoldsPerEmail: venue.maxOpenHoldsPerEmail }),
    ...(venue.maxOpenHoldsPerNetwork !== null && { maxOpenHoldsPerNetwork: venue.maxOpenHoldsPerNetwork }),
    ...(venue.maxComingBookingsPerEmail !== null && {
      maxComingBookingsPerEmail: venue.maxComingBookingsPerEmail,
    }),
    ...(venue.maxComingBookingsPerAddress !== null && {
      maxComingBookingsPerAddress: venue.maxComingBookingsPerAddress,
    }),
    ...(venue.maxComingBookingsPerNetwork !== null && {
      maxComingBookingsPerNetwork: venue.maxComingBookingsPerNetwork,
    }),
    uncapped: venue.uncapped,
    proofOfWork: venue.proofOfWork,
  });

export const facilityChanged = (facility: Facility, revision: bigint): StoredEvent =>
  event('events.catalog.facility_changed', {
    venueId: facility.venueId,
    facilityId: facility.id,
    revision,
    name: facility.name,
    mode: facility.mode,
    capacity: facility.capacity,
    minPeople: facility.minPeople,
    maxPeoplePerBooking: facility.maxPeoplePerBooking,
    durationMinutes: facility.durationMinutes,
    bufferMinutes: facility.bufferMinutes,
    priceCents: facility.priceCents,
    opensAt: facility.opensAt,
    closesAt: facility.closesAt,
    openDays: facility.openDays,
    active: facility.active,
  });

/** `exception: null` says that the weekly hours are in force again on that date. */
export const openingExceptionChanged = (
  of: { venueId: number; facilityId: number; date: string; revision: bigint },
  exception: OpeningException | null,
): StoredEvent =>
  event('events.catalog.opening_exception_changed', {
    ...of,
    removed: exception === null,
    closed: exception?.closed ?? false,
    opensAt: exception?.opensAt ?? '',
    closesAt: exception?.closesAt ?? '',
  });
