import { windowsOf } from '@venue-booking/domain/schedule/dayHours';
import { isSame } from '@venue-booking/domain/schedule/settingsChange';
import { windowsOn } from '@venue-booking/domain/schedule/startTimes';
import { venueHours } from '@venue-booking/domain/schedule/venueHours';
import { addDays, bookingDayAt } from '@venue-booking/domain/schedule/venueTime';
import type { AdminFacility } from '@venue-booking/proto/facility/facility';
import type { DayWindow } from '@venue-booking/proto/facility/timetable';
import { fail } from '@venue-booking/proto/failures';
import type { Venue } from '@venue-booking/proto/venue/venue';
import type { VenueDay, VenuePage } from '@venue-booking/proto/venue/venuePage';
import type { CatalogDatabase } from './database.ts';
import { type DayValues, hoursOf } from './dayHours.ts';
import { toAdminFacility } from './facilityStore.ts';
import type { Venue as VenueRow } from './gen/prisma/client.ts';
import { ofGuests, siteOf } from './site.ts';
import { keyOf, readDays, wholeDay } from './specialDays.ts';
import { translationsIn } from './translations.ts';
import { businessTypeOf, withDomains } from './venueColumns.ts';
import { contactOf } from './venueContact.ts';

/** Booking days to look at: the shown week, and unusual days of eight weeks. */
const SHOWN_DAYS = 7;
const DAYS = 56;

/** @throws `venue_not_found` */
export async function venuePage(database: CatalogDatabase, venueId: number): Promise<VenuePage> {
  const venue = await database.venue.findUnique({
    where: { id: venueId },
    include: { ...ofGuests, ...withDomains },
  });
  if (!venue || venue.deletedAt) throw fail('venue_not_found');
  const { description, accessibilityText, facilities } = venue;
  const texts = { description, accessibilityText, ...translationsIn<Venue['translations']>(venue) };
  const days = await venueDays(database, venue, facilities.map(toAdminFacility));
  return {
    contact: contactOf(venue),
    site: siteOf(venue),
    ...texts,
    businessType: businessTypeOf(venue),
    days,
  };
}

async function venueDays(
  database: CatalogDatabase,
  venue: VenueRow,
  facilities: AdminFacility[],
): Promise<VenueDay[]> {
  const today = bookingDayAt(venue.timezone, venue.dayStart, Date.now());
  const dates = Array.from({ length: DAYS }, (_, index) => addDays(today, index));
  const { own, whole } = await readDays(database, venue, {
    facilities: facilities.map(({ id }) => id),
    dates,
  });
  const days = dates.map((date) => {
    const ofVenue = wholeDay(venue, date, whole.get(date))?.values;
    const special = (facility: AdminFacility) => specialWindows(own.get(keyOf(facility.id, date)) ?? ofVenue);
    const hoursBy = (windows: (facility: AdminFacility) => readonly DayWindow[]) =>
      venueHours(
        facilities.map((facility) => ({ ...facility, windows: windows(facility) })),
        venue.dayStart,
      );
    return {
      date,
      hours: hoursBy((facility) => special(facility) ?? windowsOn(facility, date)),
      usual: hoursBy((facility) => windowsOn(facility, date)),
    };
  });
  return days.filter(({ hours, usual }, index) => index < SHOWN_DAYS || !isSame(hours, usual));
}

/** The windows of a special day; null: the usual hours apply. */
function specialWindows(values: DayValues | undefined): readonly DayWindow[] | null {
  const hours = values && hoursOf(values);
  return hours ? windowsOf(hours) : null;
}
