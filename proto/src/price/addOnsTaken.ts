import type { AddOn, AddOnCounts } from '../addOns.ts';
import { MOST_PIECES } from '../addOns.ts';
import { fail, saidInBoth } from '../failures.ts';

/**
 * An add-on that a booking takes, as the price list had it then: so many pieces, people, or once. Without its
 * picture, so that another one is no change of the booking.
 */
export type TakenAddOn = Omit<AddOn, 'image'> & { count: number };

/** What a booking may say of an add-on, at least and at most. */
export const choiceOf = ({
  per,
  required = false,
  max = MOST_PIECES,
}: AddOn): { min: number; max: number } => ({
  min: required ? 1 : 0,
  max: per === 'piece' ? max : 1,
});

/** So many of an add-on for so many people. @param chosen how many pieces; of others, 1 or 0 */
const taken = ({ image: _, ...addOn }: AddOn, chosen: number, people: number): TakenAddOn => ({
  ...addOn,
  count: addOn.per === 'person' ? chosen * people : chosen,
});

/** What each booking for so many people takes, whatever it says. */
export const requiredAddOns = (addOns: readonly AddOn[] | undefined, people: number): TakenAddOn[] =>
  (addOns ?? []).filter(({ required }) => required).map((addOn) => taken(addOn, 1, people));

/**
 * What a booking takes along. Of what a request leaves out it takes what is required.
 * @param wish.people how many take places
 * @param options.byVenue the venue books: it may leave out what is required, and take more pieces
 * @throws `add_on_unknown`, `add_on_too_few`, `add_on_too_many`
 */
export function addOnsTaken(
  addOns: readonly AddOn[] = [],
  { people, wanted = {} }: { people: number; wanted?: AddOnCounts | undefined },
  { byVenue = false } = {},
): TakenAddOn[] {
  const counts = new Map(Object.entries(wanted));
  const known = new Set(addOns.map(({ key }) => key));
  const unknown = [...counts.keys()].find((key) => !known.has(key));
  if (unknown !== undefined) throw fail('add_on_unknown', { key: unknown });
  const all: TakenAddOn[] = [];
  for (const addOn of addOns) {
    const { min, max } = choiceOf(addOn);
    const chosen = counts.get(addOn.key) ?? min;
    const named = () => saidInBoth('name', (language) => addOn.name[language]);
    if (chosen < min && !byVenue) throw fail('add_on_too_few', { ...named(), min });
    if (chosen > (byVenue && addOn.per === 'piece' ? MOST_PIECES : max))
      throw fail('add_on_too_many', { ...named(), max });
    if (chosen > 0) all.push(taken(addOn, chosen, people));
  }
  return all;
}

/** What a request would say to take the same, also for another number of people. */
export const choicesOf = (addOns: readonly TakenAddOn[]): AddOnCounts =>
  Object.fromEntries(addOns.map(({ key, per, count }) => [key, per === 'piece' ? count : 1]));
