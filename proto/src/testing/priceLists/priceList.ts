import type { Guests } from '../../guests.ts';
import type { Pricing } from '../../pricing.ts';

/** A price list of a kind of venue, with totals that were worked out by hand. */
export type PriceList = {
  name: string;
  pricing: Pricing;
  sizes: { min: number; max: number };
  /** In euro: the lowest per person, and of a booking; of the first category of guests, if it has any. */
  lowest: { perPerson: number; booking: number };
  /** Start, people or how many guests of each category, and the total in euro. */
  totals: [startsAt: string, who: number | Guests, eur: number][];
};
