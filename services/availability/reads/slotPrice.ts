import { totalsOf } from '@venue-booking/domain/price/priceOf';
import type { Slot } from '@venue-booking/proto/facility/slot';
import { PRICED_PARTIES, type Pricing } from '@venue-booking/proto/price/pricing';
import { toEuro } from '@venue-booking/proto/primitives';
import type { FacilityRules } from '../rules/rulesStore.ts';

/** Totals by price list, cached because requests repeat the same lists. Each list keeps one party size. */
const totalsBy = new WeakMap<Pricing, { largest: number; totals: ReturnType<typeof totalsOf> }>();

function totalsUpTo(pricing: Pricing, largest: number): ReturnType<typeof totalsOf> {
  const cached = totalsBy.get(pricing);
  if (cached?.largest === largest) return cached.totals;
  const totals = totalsOf(pricing, largest);
  totalsBy.set(pricing, { largest, totals });
  return totals;
}

/**
 * Returns a function that prices a slot of a facility by its price list; without one, the function returns
 * nothing. Its two arguments are the same instant: as the venue's local time, and in ms since 1970.
 */
export function slotPrices({
  pricing,
  capacity,
}: FacilityRules): (startsAt: string, instant: number) => Pick<Slot, 'price'> {
  if (!pricing) return () => ({});
  const now = Date.now();
  const totals = totalsUpTo(pricing, Math.min(capacity, PRICED_PARTIES));
  return (startsAt, instant) => {
    const hoursAhead = (instant - now) / 3600_000;
    return { price: { totals_eur: totals({ startsAt, hoursAhead }).map(toEuro) } };
  };
}
