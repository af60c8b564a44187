import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import type { ResizeRequest } from '@venue-booking/proto/facility/slot';
import type { AvailabilityDatabase } from '../database.ts';
import {
  findAllocation,
  findShortage,
  growAddOns,
  type HeldAddOn,
  largerCounts,
  stockedAddOns,
  withUncounted,
} from '../ledger/ledgerAddOns.ts';
import { resizePlaces } from '../ledger/ledgerResize.ts';
import { findStockRules, type PartyResult, tooFewPlaces } from './reserveAddOns.ts';

/** Race tests substitute a naive ledger to show that it oversells. */
export type ResizeDeps = { database: AvailabilityDatabase; resizePlaces?: typeof resizePlaces };

type ResizeResult = Pick<PartyResult, 'refused'>;

/**
 * Makes a booking hold places and add-ons for two numbers of people, the current and the new one, until the
 * change is settled. Blocked slots and changed rules are ignored, because the party is already booked. The
 * caller must settle the change after `add_on_gone` as well.
 */
export async function resize(
  { database, resizePlaces: hold = resizePlaces }: ResizeDeps,
  request: ResizeRequest,
): Promise<ResizeResult> {
  const change = await addOnChange(database, request);
  const resizing = await hold(database, request, change?.after);
  if (resizing.outcome === 'changed') return { refused: { code: 'booking_changed', params: {} } };
  if (resizing.outcome === 'resized') {
    if (!change) return { refused: null };
    const { slotId, before, after } = change;
    if (await retryConflicts(() => growAddOns(database, request, largerCounts(before, after))))
      return { refused: null };
    const at = { venueId: request.venueId, slotId };
    const params = await findShortage(database, at, { requested: after, own: before });
    return { refused: { code: 'add_on_gone', params } };
  }
  const { free, capacity } = resizing;
  if (capacity > 0 && request.people > capacity)
    return { refused: { code: 'people_too_many', params: { max: capacity } } };
  return { refused: tooFewPlaces(free) };
}

/** The add-ons of a booking before and after a change; null if there are none. */
async function addOnChange(
  database: AvailabilityDatabase,
  { venueId, bookingUid, addOns, had = {} }: ResizeRequest,
): Promise<{ slotId: number; before: HeldAddOn[]; after: HeldAddOn[] } | null> {
  const holding = await findAllocation(database, { venueId, bookingUid });
  if (!holding) return null;
  const { slotId, held: before } = holding;
  const rules = await findStockRules(database, { venueId, slotId });
  const after = withUncounted(rules ? stockedAddOns(rules, slotId, addOns) : [], before, had);
  return before.length + after.length > 0 ? { slotId, before, after } : null;
}
