import type { Guests } from '@venue-booking/proto/price/guests';
import type { Pricing } from '@venue-booking/proto/price/pricing';
import { placesOf } from './basePrice.ts';

/** A party that guests can book: its places, and its guests if the list has categories. */
export type SizedParty = { people: number; guests?: Guests };

/**
 * The party of a size: the minimum of each category, and the other guests in the first ones with room. If the
 * minimums or maximums do not allow the size, it is the nearest one that they allow.
 */
export function partyOfSize({ categories }: Pick<Pricing, 'categories'>, people: number): SizedParty {
  if (!categories) return { people };
  const counts = new Map(categories.map(({ key, min = 0 }) => [key, min]));
  let left = people - placesOf(categories, counts);
  for (const { key, takes_place = true, min = 0, max = Number.POSITIVE_INFINITY } of categories) {
    if (!takes_place || left <= 0) continue;
    const more = Math.min(left, max - min);
    counts.set(key, min + more);
    left -= more;
  }
  const places = placesOf(categories, counts);
  return { people: places, guests: Object.fromEntries([...counts].filter(([, count]) => count > 0)) };
}

/** The places of the smallest party that guests can book. */
export const smallestParty = (pricing: Pick<Pricing, 'categories'> | null, min: number): number =>
  pricing ? Math.max(min, partyOfSize(pricing, min).people) : min;
