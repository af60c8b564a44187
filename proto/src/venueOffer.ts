/** Days of the booking horizon over which a guest's places are compared with what the venue offers. */
export const HORIZON_DAYS = 28;

/**
 * What a venue offers: per booking day (instants in ms) the places of all its slots; and for each facility
 * that is booked as a whole, by id, the places that one booking takes.
 */
export type VenueOffer = {
  days: { startsAt: number; endsAt: number; places: number }[];
  privatePlaces: Record<string, number>;
};
