import { weekdayOf } from '@venue-booking/domain/schedule/venueTime';
import type { NewFacility } from '@venue-booking/proto/facility/facility';

/** Number of booking days, until yesterday, that get bookings. */
export const PAST_DAYS = 60;

/** Share of the slots or places that are booked, from Monday to Sunday: weekends are busier. */
const BUSY = [0.15, 0.15, 0.2, 0.25, 0.45, 0.8, 0.65];
/** A shared facility is never as full as a private one is often booked. */
const SHARED = 0.35;

const FIRST_NAMES = [
  ...['Sanne', 'Daan', 'Fatima', 'Joost', 'Marieke', 'Mehmet', 'Noor', 'Lucas', 'Iris', 'Kees', 'Anouk'],
  ...['Ravi', 'Zoë', 'Thijs', 'Małgorzata', 'Bram', 'Lotte', 'Youssef', 'Ineke', 'André', 'Femke', 'Søren'],
];
const LAST_NAMES = [
  ...['Jansen', 'de Vries', 'El Idrissi', 'Bakker', 'Öztürk', 'van Dam', 'Müller', 'Vermeulen', 'de Wit'],
  ...['Sharma', 'Nguyen', 'O’Brien', 'van den Berg', 'Smit', 'Hernández', 'Kowalski', 'Mulder', 'Hoekstra'],
];

/** A party that booked in the past, and what became of its booking. */
export type PastParty = {
  customer_name: string;
  phone: string;
  people: number;
  add_ons: Record<string, number>;
  outcome: 'checked_in' | 'no_show' | 'cancelled';
  /** How long before the start it booked. */
  hoursAhead: number;
  /** When it came or cancelled, in minutes after the start; negative: before it. */
  overAfterMinutes: number;
  /** Whether it booked and paid online, if the venue offers that. */
  online: boolean;
};

/** A number from 0 up to 1 that depends on the text only (FNV-1a, with its bits mixed once more). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/**
 * The demo's past parties of a slot. They depend only on the facility, the date and the slot, so that every
 * demo has the same ones.
 * @param slot.index index of the slot in the day, from 0
 */
export function pastParties(
  facility: Pick<NewFacility, 'name' | 'mode' | 'min_people' | 'max_people_per_booking' | 'pricing'>,
  { date, index, capacity }: { date: string; index: number; capacity: number },
): PastParty[] {
  const { name, mode, min_people: least = 1, max_people_per_booking: most = capacity, pricing } = facility;
  const chance = (what: string, party = 0) => numberOf(`${name} ${date} ${index} ${party} ${what}`);
  const pick = <T>(from: readonly T[], what: string, party: number) =>
    from[Math.floor(chance(what, party) * from.length)] as T;
  const busy = BUSY[weekdayOf(date) - 1] ?? 0;
  const places =
    mode === 'FULL'
      ? chance('booked') < busy
        ? capacity
        : 0
      : Math.round(capacity * busy * SHARED * 2 * chance('booked'));
  const parties: PastParty[] = [];
  for (let left = places, party = 0; left >= least; party++) {
    const largest = Math.min(most, left, capacity);
    const people = Math.min(largest, least + Math.floor(chance('people', party) * 5));
    left = mode === 'FULL' ? 0 : left - people;
    const fate = chance('outcome', party);
    const outcome = fate < 0.05 ? 'no_show' : fate < 0.13 ? 'cancelled' : 'checked_in';
    // Many guests book a few days ahead, some weeks.
    const hoursAhead = Math.round(3 + chance('ahead', party) ** 2 * 24 * 25);
    const untilOver =
      outcome === 'cancelled' ? -hoursAhead * 60 * chance('over', party) : -15 * chance('over', party);
    parties.push({
      customer_name: `${pick(FIRST_NAMES, 'first', party)} ${pick(LAST_NAMES, 'last', party)}`,
      phone: `06 ${String(Math.floor(chance('phone', party) * 1e8)).padStart(8, '0')}`,
      people,
      add_ons: Object.fromEntries(
        (pricing?.add_ons ?? [])
          .filter(({ key }) => chance(key, party) < 0.4)
          .map(({ key, per, max = people }) => [key, per === 'piece' ? Math.min(people, max) : 1]),
      ),
      outcome,
      hoursAhead,
      overAfterMinutes: Math.round(outcome === 'no_show' ? 30 : untilOver),
      online: chance('online', party) < 0.7,
    });
  }
  return parties;
}
