import type { Facility } from '@venue-booking/proto/facility/facility';

type Categories = NonNullable<NonNullable<Facility['price']>['categories']>;
export type AddOn = NonNullable<NonNullable<Facility['price']>['add_ons']>[number];
export type Party = { people: number; guests?: Record<string, number> | undefined };

/** The count for a key. Checks own properties, because a key may be called `constructor`. */
export const countIn = (counts: Record<string, number> = {}, key: string): number | undefined =>
  Object.hasOwn(counts, key) ? counts[key] : undefined;

/** Number of guests that take a place. */
export const placesOf = (categories: Categories, guests: Record<string, number>): number =>
  categories.reduce((sum, { key, takes_place }) => sum + (takes_place ? (guests[key] ?? 0) : 0), 0);

/** The add-ons that a guest can choose; excludes those that are always added once. */
export const addOnsOf = (facility: Facility | null): AddOn[] =>
  facility?.price?.add_ons?.filter(({ per, required }) => per === 'piece' || !required) ?? [];

/** A party in the facility's categories. Keeps known counts; the other people go into the first category. */
export function partyFor({ price }: Facility, { people, guests }: Party): Party {
  const categories = price?.categories;
  if (!categories) return { people, guests: undefined };
  const counts = Object.fromEntries(
    categories.map(({ key, min }, index) => [key, countIn(guests, key) ?? (index ? min : people)]),
  );
  return { people: placesOf(categories, counts), guests: counts };
}

/**
 * Number of people to look up in the prices of a slot, which are for the first category only. 0 if the party
 * has guests of another category.
 */
export const pricedPeople = ({ people, guests = {} }: Party): number =>
  Object.values(guests).slice(1).some(Boolean) ? 0 : people;

type Places = { free: number };

/**
 * The party sizes that can book a slot. `min` exceeds `max` if fewer places are left than the smallest party
 * needs.
 */
export const partyRange = (facility: Facility, { free }: Places): { min: number; max: number } => ({
  min: facility.min_people,
  max: Math.min(facility.max_people_per_booking, free),
});

/** Whether a party of this size can book a slot. Default: the smallest party. */
export function isBookable(
  facility: Facility,
  slot: Places & { bookable: boolean },
  people = facility.min_people,
): boolean {
  const { min, max } = partyRange(facility, slot);
  return slot.bookable && Math.max(min, people) <= max;
}

/** The party sizes that a facility accepts, regardless of existing bookings. */
export const facilityPartyRange = (facility: Facility): { min: number; max: number } =>
  partyRange(facility, { free: facility.capacity });
