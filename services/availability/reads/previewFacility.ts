import { checkTimetable } from '@venue-booking/domain/schedule/checkTimetable';
import { hoursInDay } from '@venue-booking/domain/schedule/openingHours';
import { bookingDayAt, localAt } from '@venue-booking/domain/schedule/venueTime';
import {
  type FacilityPreview,
  FacilityPreviewRequest,
  PREVIEW_DAYS,
} from '@venue-booking/proto/facility/facilityPreview';
import { fail } from '@venue-booking/proto/failures';
import { FacilityId, LocalDate, VenueId } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import type { AvailabilityDatabase } from '../database.ts';
import { findRules, findVenueDays } from '../rules/rulesStore.ts';
import { datesOf, type OpeningRules, slotsOn, specialDayOn } from '../schedule/schedule.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** Rules to preview, for an existing facility if `facilityId` is set. */
export const PreviewRequest = z.object({
  venueId: VenueId,
  facilityId: FacilityId.optional(),
  from: LocalDate.optional(),
  rules: FacilityPreviewRequest.omit({ facility_id: true, from: true }),
});

/**
 * The slots of a week under the given rules, booked or not. Saves nothing.
 * @param input.facilityId the facility whose exceptions apply; absent: those of the venue as a whole
 * @throws `venue_not_found`, `facility_not_found`, `hours_outside_day`, `hours_too_close`
 */
export async function previewFacility(
  { database }: { database: AvailabilityDatabase },
  { venueId, facilityId, from, rules }: z.infer<typeof PreviewRequest>,
): Promise<FacilityPreview> {
  const venue = await database.venue.findUnique({ where: { id: venueId } });
  if (!venue) throw fail('venue_not_found');
  const { timezone, dayStart } = venue;
  if (!hoursInDay(dayStart, rules.opens_at, rules.closes_at)) throw fail('hours_outside_day', { dayStart });
  const days = { from: from ?? bookingDayAt(timezone, dayStart, Date.now()), count: PREVIEW_DAYS };
  const found = facilityId === undefined ? null : await findRules(database, { venueId, facilityId }, days);
  if (facilityId !== undefined && !found) throw fail('facility_not_found');
  const { exceptions, holidays } = found ?? (await findVenueDays(database, venue, days));
  const all: OpeningRules = {
    timezone,
    dayStart,
    opensAt: rules.opens_at,
    closesAt: rules.closes_at,
    durationMinutes: rules.duration_minutes,
    bufferMinutes: rules.buffer_minutes ?? 0,
    openDays: rules.open_days ?? EVERY_DAY,
    timetable: rules.timetable ?? null,
    exceptions,
    holidays,
  };
  checkTimetable(all.timetable ?? [], all);
  return {
    day_start: dayStart,
    days: datesOf(days).map((date) => ({
      date,
      exception: specialDayOn(all, date) !== null,
      slots: slotsOn(all, date).map(({ startsAt, endsAt }) => ({
        starts_at: localAt(timezone, startsAt),
        ends_at: localAt(timezone, endsAt),
      })),
    })),
  };
}
