import type { Facility } from '@venue-booking/proto/facility';

type Places = { capacity: number; free: number };

/**
 * How many people can book a slot: a private one counts heads up to its capacity, a shared one its free
 * places. `min` is above `max` when the places left are too few for the smallest party.
 */
export function partyRange(facility: Facility, slot: Places): { min: number; max: number } {
  const places = facility.mode === 'FULL' ? slot.capacity : slot.free;
  return { min: facility.min_people, max: Math.min(facility.max_people_per_booking, places) };
}

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
  partyRange(facility, { capacity: facility.capacity, free: facility.capacity });
