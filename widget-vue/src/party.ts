import type { Facility } from '@venue-booking/proto/facility';

type Categories = NonNullable<NonNullable<Facility['price']>['categories']>;
export type AddOn = NonNullable<NonNullable<Facility['price']>['add_ons']>[number];
type Party = { people: number; guests?: Record<string, number> | undefined };

/** What was said of a key, which may be called `constructor`: every object has something under that. */
export const countIn = (counts: Record<string, number> = {}, key: string): number | undefined =>
  Object.hasOwn(counts, key) ? counts[key] : undefined;

/** Those who take a place. */
export const placesOf = (categories: Categories, guests: Record<string, number>): number =>
  categories.reduce((sum, { key, takes_place }) => sum + (takes_place ? (guests[key] ?? 0) : 0), 0);

/** What a guest chooses of what can be taken along: not what is taken once, always. */
export const addOnsOf = (facility: Facility | null): AddOn[] =>
  facility?.price?.add_ons?.filter(({ per, required }) => per === 'piece' || !required) ?? [];

/** A party in the categories of a facility, as far as it was told in them; else all are of the first. */
export function partyIn({ price }: Facility, { people, guests }: Party): Party {
  const categories = price?.categories;
  if (!categories) return { people, guests: undefined };
  const counts = Object.fromEntries(
    categories.map(({ key, min }, index) => [key, countIn(guests, key) ?? (index ? min : people)]),
  );
  return { people: placesOf(categories, counts), guests: counts };
}

/** How many people the prices of a time are for, which are of the first category; 0: of no such party. */
export const pricedPeople = ({ people, guests = {} }: Party): number =>
  Object.values(guests).slice(1).some(Boolean) ? 0 : people;

type Places = { free: number };

/**
 * How many people can book a slot. `min` is above `max` when the places left are too few for the smallest
 * party.
 */
export const partyRange = (facility: Facility, { free }: Places): { min: number; max: number } => ({
  min: facility.min_people,
  max: Math.min(facility.max_people_per_booking, free),
});

/** True for a slot that a party of so many people can book; without a number, some party. */
export function isBookable(
  facility: Facility,
  slot: Places & { bookable: boolean },
  people = facility.min_people,
): boolean {
  const { min, max } = partyRange(facility, slot);
  return slot.bookable && Math.max(min, people) <= max;
}

/** How many people a facility takes in one booking, whatever is booked already. */
export const partyOf = (facility: Facility): { min: number; max: number } =>
  partyRange(facility, { free: facility.capacity });
