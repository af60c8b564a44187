/** Days of the booking horizon over which a guest's places are compared with what the venue offers. */
export const HORIZON_DAYS = 28;

/**
 * What a venue offers. `days`: the places of all slots of each booking day (instants in ms). `privatePlaces`:
 * by facility id, the places that one booking takes, for facilities that are booked as a whole.
 */
export type VenueOffer = {
  days: { startsAt: number; endsAt: number; places: number }[];
  privatePlaces: Record<string, number>;
};
