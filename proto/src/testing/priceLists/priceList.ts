import type { Pricing } from '../../pricing.ts';

/** A price list of a kind of venue, with totals that were worked out by hand. */
export type PriceList = {
  name: string;
  pricing: Pricing;
  sizes: { min: number; max: number };
  /** In euro: the lowest per person, and of a booking. */
  lowest: { perPerson: number; booking: number };
  /** Start, people, and the total in euro. */
  totals: [startsAt: string, people: number, eur: number][];
};
