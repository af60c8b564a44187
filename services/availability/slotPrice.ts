import { totalsAt } from '@venue-booking/proto/price/priceOf';
import { PRICED_PARTIES } from '@venue-booking/proto/pricing';
import { toEuro } from '@venue-booking/proto/primitives';
import type { Slot } from '@venue-booking/proto/slot';
import type { FacilityRules } from './rulesStore.ts';

/**
 * What a slot costs by the price list of its facility, for the answer; nothing without one.
 * @param startsAt the venue's local time
 * @param instant the same, in ms since 1970
 */
export function slotPrice(
  { pricing, capacity }: FacilityRules,
  startsAt: string,
  instant: number,
): Pick<Slot, 'price'> {
  if (!pricing) return {};
  const totals = totalsAt(
    pricing,
    { startsAt, hoursAhead: (instant - Date.now()) / 3600_000 },
    Math.min(capacity, PRICED_PARTIES),
  );
  return { price: { totals_eur: totals.map(toEuro) } };
}
