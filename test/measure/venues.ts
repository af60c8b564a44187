import { slotIdOf } from '@venue-booking/proto/slotId';
import { linkSandbox } from '../stack/paidVenue.ts';
import type { Platform } from './platform.ts';

/** What can be booked: many venues with two facilities each, a few of which are paid online. */
export type Places = { free: Place[]; paid: Place[] };
export type Place = { slug: string; facility: number; origin: string };

/** Bookable days, from the second to come on. */
const DAYS = 55;
const HOUR_MS = 3600_000;

/** Makes venues as their owners do. */
export async function makeVenues(
  { stack }: Pick<Platform, 'stack'>,
  counts: { free: number; paid: number },
): Promise<Places> {
  const { api } = stack;
  const make = async (number: number, isPaid: boolean): Promise<Place[]> => {
    const origin = `https://www.venue-${number}.example`;
    const slug = await api.newVenue({ allowed_origins: [origin] });
    if (isPaid) await linkSandbox(stack, slug);
    const places: Place[] = [];
    for (const mode of ['CAPACITY', 'FULL'])
      places.push({
        slug,
        facility: await api.newFacility(slug, { mode, price_eur: isPaid ? 12.5 : 0 }),
        origin,
      });
    return places;
  };
  const places: Places = { free: [], paid: [] };
  for (let number = 0; number < counts.free + counts.paid; number++) {
    const kind = number < counts.free ? 'free' : 'paid';
    places[kind].push(...(await make(number, kind === 'paid')));
  }
  return places;
}

/** A number from 0 up to `below`, the same ones in every run. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    // A linear congruential generator: spread is all that is asked of it.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Slots that nobody has had yet, over all facilities and days.
 * @param seed another one for slots that are mostly others; `skip`: how many were had before
 */
export function freshSlots(
  places: Place[],
  { seed = 1, skip = 0 }: { seed?: number; skip?: number } = {},
): () => { place: Place; slotId: number } {
  const today = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS;
  const all = places.length * DAYS * 24;
  // Steps of a prime number visit every slot once before any comes again.
  const step = 104_729;
  let at = (numbersFrom(seed)(all) + skip * step) % all;
  return () => {
    at = (at + step) % all;
    const place = places[at % places.length];
    const hour = Math.floor(at / places.length);
    if (!place) throw new Error('no places');
    return { place, slotId: slotIdOf(place.facility, today + (48 + hour) * HOUR_MS) ?? 0 };
  };
}
