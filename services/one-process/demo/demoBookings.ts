import { daysBetween, weekdayOf } from '@venue-booking/domain/schedule/venueTime';
import type { FacilityMode, NewFacility } from '@venue-booking/proto/facility/facility';

/** Number of booking days, from today on, that get bookings. */
export const DEMO_DAYS = 7;

/** Booked shares of consecutive slots, repeated: some full, some partly booked, some empty. */
const SHARES: Record<FacilityMode, readonly number[]> = {
  CAPACITY: [0.5, 1, 0, 0.9, 0.25, 0],
  FULL: [0, 1, 0, 0, 1],
};

const SATURDAY = 6;
/** Any fixed date, so that each date gets its own number. */
const EPOCH = '2000-01-01';

const GUESTS = [
  ...['Familie Jansen', 'Marloes Bakker', 'Ahmed El Idrissi', 'Team Noorderlicht', 'Sophie de Wit'],
  ...['Kees Vermeulen', 'Familie Öztürk', 'Lotte & Bram', 'Studio Zuid', 'Ineke van Dam', 'Ravi Sharma'],
];

type DemoParty = { customer_name: string; people: number };

/**
 * The demo's parties for a slot. They depend only on the date and the slot, so that each start creates the
 * same ones. On Saturdays facilities for one party are fully booked.
 * @param slot.index index of the slot in the day, from 0
 */
export function demoParties(
  { mode, max_people_per_booking }: Pick<NewFacility, 'mode' | 'max_people_per_booking'>,
  { date, index, capacity }: { date: string; index: number; capacity: number },
): DemoParty[] {
  const at = daysBetween(EPOCH, date) + index;
  const shares = mode === 'FULL' && weekdayOf(date) === SATURDAY ? [1] : SHARES[mode];
  const places = Math.floor(capacity * (shares[at % shares.length] ?? 0));
  if (places === 0) return [];
  const largest = Math.min(places, max_people_per_booking ?? places);
  // A single party books the whole facility, whatever its size.
  const parties = mode === 'FULL' ? 1 : Math.ceil(places / largest);
  return Array.from({ length: parties }, (_, party) => ({
    customer_name: GUESTS[(at + 3 * index + party) % GUESTS.length] ?? '',
    people: Math.min(largest, places - party * largest),
  }));
}
