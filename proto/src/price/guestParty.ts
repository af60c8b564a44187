import { type Failure, fail } from '../failures.ts';
import type { BookedGuests, GuestCategory, Guests } from '../guests.ts';
import type { Locale } from '../primitives.ts';
import { placesOf } from './base.ts';

/** Whom a booking is for: those who take places, and all by category; null where there are none. */
export type GuestParty = { people: number; guests: BookedGuests[] | null };

/** Most who take places, as in `people`. */
const MOST_PEOPLE = 100_000;

/**
 * Whom a request is for. Without `guests`, `people` are of the first category.
 * @param options.byVenue the venue books: its own least and most do not hold
 * @returns a failure: `guests_unknown`, `guests_too_few`, `guests_too_many`, or `people_too_few` where nobody
 * takes a place
 */
export function guestParty(
  categories: readonly GuestCategory[] | undefined,
  { people, guests, locale }: { people: number; guests?: Guests | undefined; locale: Locale },
  { byVenue = false } = {},
): GuestParty | Failure {
  const [first] = categories ?? [];
  const wanted = Object.entries(guests ?? (first ? { [first.key]: people } : {}));
  const unknown = wanted.find(([key]) => !categories?.some((category) => category.key === key));
  if (unknown) return fail('guests_unknown', { key: unknown[0] });
  if (!categories) return guests ? fail('people_too_few', { min: 1 }) : { people, guests: null };

  const counts = new Map(wanted);
  for (const { key, name, min = 0, max = Number.POSITIVE_INFINITY } of byVenue ? [] : categories) {
    const count = counts.get(key) ?? 0;
    if (count < min) return fail('guests_too_few', { name: name[locale], min });
    if (count > max) return fail('guests_too_many', { name: name[locale], max });
  }
  const booked = categories.flatMap(({ key, name }) => {
    const count = counts.get(key) ?? 0;
    return count > 0 ? [{ key, name, count }] : [];
  });
  const places = placesOf(categories, counts);
  if (places < 1) return fail('people_too_few', { min: 1 });
  if (places > MOST_PEOPLE) return fail('people_too_many', { max: MOST_PEOPLE });
  return { people: places, guests: booked };
}
