import { daysBetween, weekdayOf } from '@venue-booking/kit/venueTime';
import type { FacilityMode, NewFacility } from '@venue-booking/proto/facility';

/** How many booking days from today on have bookings. */
export const DEMO_DAYS = 7;

/** How full the slots of a facility are, one after the other and then again: some of each, and some empty. */
const SHARES: Record<FacilityMode, readonly number[]> = {
  CAPACITY: [0.5, 1, 0, 0.9, 0.25, 0],
  FULL: [0, 1, 0, 0, 1],
};

const SATURDAY = 6;
/** From some day on, so that each date has a number of its own. */
const EPOCH = '2000-01-01';

const GUESTS = [
  ...['Familie Jansen', 'Marloes Bakker', 'Ahmed El Idrissi', 'Team Noorderlicht', 'Sophie de Wit'],
  ...['Kees Vermeulen', 'Familie Öztürk', 'Lotte & Bram', 'Studio Zuid', 'Ineke van Dam', 'Ravi Sharma'],
];

type DemoParty = { customer_name: string; people: number };

/**
 * The parties that have booked a slot of the demo. They follow from the date alone, so that each start of the
 * product would make the same; on Saturdays, what is for one party is taken all day.
 * @param slot.index which slot of the day it is, from 0 on
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
  // One party takes the whole, however many they are.
  const parties = mode === 'FULL' ? 1 : Math.ceil(places / largest);
  return Array.from({ length: parties }, (_, party) => ({
    customer_name: GUESTS[(at + 3 * index + party) % GUESTS.length] ?? '',
    people: Math.min(largest, places - party * largest),
  }));
}
