import { fail, inEachLanguage } from '@venue-booking/proto/failures';
import type { AddOnCounts } from '@venue-booking/proto/price/addOns';
import type { BookedGuests, Guests } from '@venue-booking/proto/price/guests';
import type { Pricing } from '@venue-booking/proto/price/pricing';
import { MAX_PEOPLE } from '@venue-booking/proto/primitives';
import { nameIn, shownName } from '../wording/nameIn.ts';
import { countsOf, placesOf } from './basePrice.ts';
import { type ChosenAddOn, chosenAddOns } from './chosenAddOns.ts';

/** Places; guests by category, null without categories; add-ons, null for none. */
export type GuestParty = { people: number; guests: BookedGuests[] | null; addOns: ChosenAddOn[] | null };

/** The party in a request. */
export type PartyRequest = {
  people: number;
  guests?: Guests | undefined;
  add_ons?: AddOnCounts | undefined;
};

/**
 * Resolves the party of a request against a price list. Without `guests`, all people are in the first
 * category.
 * @param options.byVenue desk bookings ignore the minimum and maximum of categories
 * @throws `guests_unknown`, `guests_too_few`, `guests_too_many`, `people_too_few` if no guest takes a place,
 * and the failures of {@link chosenAddOns}
 */
export function guestParty(
  pricing: Pick<Pricing, 'categories' | 'add_ons'> | null,
  request: PartyRequest,
  { byVenue = false } = {},
): GuestParty {
  const party = byCategory(pricing?.categories, request, byVenue);
  const of = { people: party.people, requested: request.add_ons };
  const addOns = chosenAddOns(pricing?.add_ons, of, { byVenue });
  return { ...party, addOns: addOns.length > 0 ? addOns : null };
}

function byCategory(
  categories: Pricing['categories'],
  { people, guests }: PartyRequest,
  byVenue: boolean,
): Omit<GuestParty, 'addOns'> {
  const counts = countsOf(categories, people, guests);
  const unknown = [...counts.keys()].find((key) => !categories?.some((category) => category.key === key));
  if (unknown !== undefined) throw fail('guests_unknown', { key: unknown });
  if (!categories && guests) throw fail('people_too_few', { min: 1 });
  if (!categories) return { people, guests: null };

  for (const { key, name, min = 0, max = Number.POSITIVE_INFINITY } of byVenue ? [] : categories) {
    const count = counts.get(key) ?? 0;
    const named = () => inEachLanguage('name', (language) => nameIn(name, language));
    if (count < min) throw fail('guests_too_few', { ...named(), min });
    if (count > max) throw fail('guests_too_many', { ...named(), max });
  }
  const booked = categories.flatMap(({ key, name }) => {
    const count = counts.get(key) ?? 0;
    return count > 0 ? [{ key, name: shownName(name), count }] : [];
  });
  const places = placesOf(categories, counts);
  if (places < 1) throw fail('people_too_few', { min: 1 });
  if (places > MAX_PEOPLE) throw fail('people_too_many', { max: MAX_PEOPLE });
  return { people: places, guests: booked };
}
