import { fail, inEachLanguage } from '@venue-booking/proto/failures';
import type { AddOn, AddOnCounts } from '@venue-booking/proto/price/addOns';
import { MAX_PIECES } from '@venue-booking/proto/price/addOns';
import type { ShownName } from '@venue-booking/proto/price/priceItem';
import { nameIn, shownName } from '../wording/nameIn.ts';

/**
 * An add-on of a booking with its terms at the time of booking. Excludes the image, so that a new image does
 * not count as a change of the booking.
 */
export type ChosenAddOn = Omit<AddOn, 'image' | 'name'> & { name: ShownName; count: number };

/** The minimum and maximum number of an add-on that a booking may request. */
export const choiceOf = ({
  per,
  required = false,
  max = MAX_PIECES,
}: AddOn): { min: number; max: number } => ({
  min: required ? 1 : 0,
  max: per === 'piece' ? max : 1,
});

/** An add-on with its count for a party. @param chosen number of pieces, or 1 or 0 for other add-ons */
const chosenAddOn = ({ image: _, ...addOn }: AddOn, chosen: number, people: number): ChosenAddOn => ({
  ...addOn,
  name: shownName(addOn.name),
  count: addOn.per === 'person' ? chosen * people : chosen,
});

/** The required add-ons of a booking for this many people. */
export const requiredAddOns = (addOns: readonly AddOn[] | undefined, people: number): ChosenAddOn[] =>
  (addOns ?? []).filter(({ required }) => required).map((addOn) => chosenAddOn(addOn, 1, people));

/**
 * The add-ons of a booking. Required ones are added if the request omits them.
 * @param request.people number of places
 * @param options.byVenue desk bookings may omit required add-ons and exceed the maximum number of pieces
 * @throws `add_on_unknown`, `add_on_too_few`, `add_on_too_many`
 */
export function chosenAddOns(
  addOns: readonly AddOn[] = [],
  { people, requested = {} }: { people: number; requested?: AddOnCounts | undefined },
  { byVenue = false } = {},
): ChosenAddOn[] {
  const counts = new Map(Object.entries(requested));
  const keys = new Set(addOns.map(({ key }) => key));
  const unknown = [...counts.keys()].find((key) => !keys.has(key));
  if (unknown !== undefined) throw fail('add_on_unknown', { key: unknown });
  const all: ChosenAddOn[] = [];
  for (const addOn of addOns) {
    const { min, max } = choiceOf(addOn);
    const chosen = counts.get(addOn.key) ?? min;
    const named = () => inEachLanguage('name', (language) => nameIn(addOn.name, language));
    if (chosen < min && !byVenue) throw fail('add_on_too_few', { ...named(), min });
    if (chosen > (byVenue && addOn.per === 'piece' ? MAX_PIECES : max))
      throw fail('add_on_too_many', { ...named(), max });
    if (chosen > 0) all.push(chosenAddOn(addOn, chosen, people));
  }
  return all;
}

/** The request that results in the same add-ons, also for another number of people. */
export const choicesOf = (addOns: readonly ChosenAddOn[]): AddOnCounts =>
  Object.fromEntries(addOns.map(({ key, per, count }) => [key, per === 'piece' ? count : 1]));
