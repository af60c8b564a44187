import { totalsOf } from '@venue-booking/domain/price/priceOf';
import type { Slot } from '@venue-booking/proto/facility/slot';
import { PRICED_PARTIES, type Pricing } from '@venue-booking/proto/price/pricing';
import { toEuro } from '@venue-booking/proto/primitives';
import type { FacilityRules } from '../rules/rulesStore.ts';

type Sizes = Parameters<typeof totalsOf>[1];

/** Totals by price list, cached because requests repeat the same lists. Each keeps one range of sizes. */
const totalsBy = new WeakMap<Pricing, { sizes: Sizes; totals: ReturnType<typeof totalsOf> }>();

function totalsFor(pricing: Pricing, sizes: Sizes): ReturnType<typeof totalsOf> {
  const cached = totalsBy.get(pricing);
  if (cached && cached.sizes.largest === sizes.largest && cached.sizes.smallest === sizes.smallest)
    return cached.totals;
  const totals = totalsOf(pricing, sizes);
  totalsBy.set(pricing, { sizes, totals });
  return totals;
}

/**
 * Returns a function that prices a slot of a facility by its price list; without one, the function returns
 * nothing. Its two arguments are the same instant: as the venue's local time, and in ms since 1970.
 */
export function slotPrices({
  pricing,
  capacity,
  minPeople,
  maxPeoplePerBooking,
}: FacilityRules): (startsAt: string, instant: number) => Pick<Slot, 'price'> {
  if (!pricing) return () => ({});
  const now = Date.now();
  const largest = Math.min(capacity, maxPeoplePerBooking ?? capacity, PRICED_PARTIES);
  const totals = totalsFor(pricing, { smallest: Math.min(minPeople, largest), largest });
  return (startsAt, instant) => {
    const hoursAhead = (instant - now) / 3600_000;
    return { price: { totals_eur: totals({ startsAt, hoursAhead }).map(toEuro) } };
  };
}
