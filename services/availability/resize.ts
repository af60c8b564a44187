import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import type { ResizeRequest } from '@venue-booking/proto/slot';
import type { AvailabilityDatabase } from './database.ts';
import {
  findHolding,
  findRefused,
  growAddOns,
  type HeldAddOn,
  heldAddOns,
  mostOf,
  withUncounted,
} from './ledgerAddOns.ts';
import { resizePlaces } from './ledgerResize.ts';
import { findStock, type PartyAnswer, tooFewPlaces } from './reserveAddOns.ts';

/** Race tests give a lesser ledger, to show what it would do. */
export type ResizeDeps = { database: AvailabilityDatabase; resizePlaces?: typeof resizePlaces };

type Answer = Pick<PartyAnswer, 'refused'>;

/**
 * Has a booking hold places for another number of people as well, and what it is to take along, until it is
 * settled for how many and what it is. Blocked slots and rules that have changed do not count: the party is
 * there already. After `add_on_gone` it is to be settled as well.
 */
export async function resize(
  { database, resizePlaces: hold = resizePlaces }: ResizeDeps,
  request: ResizeRequest,
): Promise<Answer> {
  const change = await addOnChange(database, request);
  const resizing = await hold(database, request, change?.after);
  if (resizing.outcome === 'changed') return { refused: { code: 'booking_changed', params: {} } };
  if (resizing.outcome === 'resized') {
    if (!change) return { refused: null };
    const { slotId, before, after } = change;
    if (await retryConflicts(() => growAddOns(database, request, mostOf(before, after))))
      return { refused: null };
    const at = { venueId: request.venueId, slotId };
    const params = await findRefused(database, at, { wanted: after, own: before });
    return { refused: { code: 'add_on_gone', params } };
  }
  const { free, capacity } = resizing;
  if (capacity > 0 && request.people > capacity)
    return { refused: { code: 'people_too_many', params: { max: capacity } } };
  return { refused: tooFewPlaces(free) };
}

/** What a booking holds of add-ons and is to hold; null where there is nothing to hold. */
async function addOnChange(
  database: AvailabilityDatabase,
  { venueId, bookingUid, addOns, had = {} }: ResizeRequest,
): Promise<{ slotId: number; before: HeldAddOn[]; after: HeldAddOn[] } | null> {
  const holding = await findHolding(database, { venueId, bookingUid });
  if (!holding) return null;
  const { slotId, held: before } = holding;
  const rules = await findStock(database, { venueId, slotId });
  const after = withUncounted(rules ? heldAddOns(rules, slotId, addOns) : [], before, had);
  return before.length + after.length > 0 ? { slotId, before, after } : null;
}
