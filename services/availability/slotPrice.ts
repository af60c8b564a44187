import { totalsAt } from '@venue-booking/proto/price/priceOf';
import { PRICED_PARTIES } from '@venue-booking/proto/pricing';
import { toEuro } from '@venue-booking/proto/primitives';
import type { Slot } from '@venue-booking/proto/slot';
import type { FacilityRules } from './rulesStore.ts';

/**
 * What a slot costs by the price list of its facility, for the answer; nothing without one.
 * @param startsAt the venue's local time
 */
export function slotPrice({ pricing, capacity }: FacilityRules, startsAt: string): Pick<Slot, 'price'> {
  if (!pricing) return {};
  const totals = totalsAt(pricing, startsAt, Math.min(capacity, PRICED_PARTIES));
  return { price: { totals_eur: totals.map(toEuro) } };
}
