import type { Guests } from '@venue-booking/proto/price/guests';
import type { Pricing } from '@venue-booking/proto/price/pricing';

/** A price list of some kind of venue, with totals calculated by hand. */
export type PriceList = {
  name: string;
  pricing: Pricing;
  sizes: { min: number; max: number };
  /** In euros: the lowest price per person and per booking, for the first guest category if there are any. */
  lowest: { perPerson: number; booking: number };
  /** Start, people or number of guests in each category, and the total in euros. */
  totals: [startsAt: string, who: number | Guests, eur: number][];
};
