import type { Facility } from '@venue-booking/proto/facility/facility';
import type { Locale } from '@venue-booking/proto/primitives';
import type { Site } from '@venue-booking/proto/venue/venue';
import type { VenueDay, VenuePage } from '@venue-booking/proto/venue/venuePage';
import type { VenueData } from '../pages/venue/venueData.ts';
import { linksOf } from '../pages/venue/venueLinks.ts';
import { contact } from './testTicket.ts';

export const facility: Facility = {
  ...{ id: 7, name: 'Privésauna', mode: 'FULL', capacity: 6, min_people: 2, max_people_per_booking: 6 },
  ...{ duration_minutes: 150, price_eur: 12.5, open_days: [1, 2, 3, 4, 5, 6, 7], active: true },
  ...{ images: ['/images/sauna.svg'], description: 'Met uitzicht.' },
};

const WEEKLY = [{ opens_at: '10:00', closes_at: '22:00' }];
/** Days from Sunday 29 November 2026, on which the venue is open from 10:00 to 22:00. */
const days: VenueDay[] = Array.from({ length: 7 }, (_, index) => ({
  ...{ date: new Date(Date.UTC(2026, 10, 29 + index)).toISOString().slice(0, 10) },
  ...{ hours: WEEKLY, usual: WEEKLY },
}));

const site: Site = {
  ...{ live: true, day_start: '06:00', timezone: 'Europe/Amsterdam', cancel_until_hours: 24 },
  ...{ facilities: [facility], fields: [] },
};

/** For tests: what the catalog knows of a venue with one facility. */
export const venuePage: VenuePage = { contact, site, description: null, accessibilityText: null, days };

type Changes = Partial<Omit<VenuePage, 'site' | 'contact'>> & {
  site?: Partial<Site>;
  contact?: Partial<VenuePage['contact']>;
};

/** For tests: the data of a venue's page on the host of the platform. */
export function venueData(
  { site: ofSite, contact: ofContact, ...changes }: Changes = {},
  more: Partial<VenueData> & { locale?: Locale } = {},
): VenueData {
  const settings = { publicUrl: 'https://book.example', baseDomain: undefined, widgetUrl: undefined };
  const tenant = { slug: 'sauna' };
  return {
    page: { ...venuePage, ...changes, site: { ...site, ...ofSite }, contact: { ...contact, ...ofContact } },
    next: [{ facility_id: 7, date: '2026-11-29', starts_at: '2026-11-29T16:00' }],
    paysOnline: true,
    locale: 'nl',
    links: linksOf(tenant, settings, { own: false, chosen: undefined }),
    ...more,
  };
}
