import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { linkSandbox } from '../stack/paidVenue.ts';
import type { Platform } from './platform.ts';

/** Facilities to book at, two per venue; those of `paid` are paid online. */
export type Places = { free: Place[]; paid: Place[] };
export type Place = { slug: string; facility: number; origin: string };

/** Number of bookable days, from the day after tomorrow on. */
const DAYS = 55;
const HOUR_MS = 3600_000;

/** Creates venues through the admin API. */
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

/**
 * Generates slots that nobody has booked, spread over all facilities and days.
 * @param skip number of slots that were generated before
 */
export function freshSlots(
  places: Place[],
  { skip = 0 }: { skip?: number } = {},
): () => { place: Place; slotId: number } {
  const today = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS;
  const all = places.length * DAYS * 24;
  // A prime step visits every slot once before it repeats one.
  const step = 104_729;
  let at = (skip * step) % all;
  return () => {
    at = (at + step) % all;
    const place = places[at % places.length];
    const hour = Math.floor(at / places.length);
    if (!place) throw new Error('no places');
    return { place, slotId: slotIdOf(place.facility, today + (48 + hour) * HOUR_MS) ?? 0 };
  };
}
