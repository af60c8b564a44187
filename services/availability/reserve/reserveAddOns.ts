import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import type { Party } from '@venue-booking/proto/facility/slot';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import type { FailureData } from '@venue-booking/proto/failures';
import { hasStock } from '../addOns/addOnStock.ts';
import type { AvailabilityDatabase } from '../database.ts';
import { findHolders, releasePlaces } from '../ledger/ledger.ts';
import {
  addOwnToStock,
  findAllocation,
  findShortage,
  findShortages,
  stockedAddOns,
  type takeAddOns,
} from '../ledger/ledgerAddOns.ts';
import { type FacilityRules, findRules } from '../rules/rulesStore.ts';
import { daysAround } from '../schedule/daysAround.ts';

/** Result for one party of a request. */
export type PartyResult = { bookingUid: string; refused: FailureData | null };

/** The failure of a party that does not fit, by the number of free places. */
export const tooFewPlaces = (free: number): FailureData =>
  free > 0 ? { code: 'places_short', params: { free } } : { code: 'slot_full', params: {} };

type Input = { venueId: number; slotId: number; parties: readonly Party[] };

/**
 * Rejects parties that want more add-ons than are left, before they take places. Otherwise, repeated requests
 * could keep places from others without ever booking. This check is preliminary: {@link takePartyAddOns}
 * takes the add-ons. A retry of a party that has its places is not rejected.
 */
export async function findShortParties(
  database: AvailabilityDatabase,
  { venueId, slotId, parties }: Input,
): Promise<Map<string, PartyResult>> {
  const withRequest = parties.filter(({ addOns }) => addOns !== undefined);
  const rules = withRequest.length > 0 ? await findStockRules(database, { venueId, slotId }) : null;
  if (!rules) return new Map();
  const requests = await Promise.all(
    withRequest.map(async ({ addOns = {}, insteadOf }) => ({
      requested: stockedAddOns(rules, slotId, addOns),
      own: await ownOf(database, venueId, insteadOf),
    })),
  );
  const shortages = await findShortages(database, { venueId, slotId }, requests);
  const short = withRequest.flatMap(({ bookingUid }, at): PartyResult[] => {
    const params = shortages[at];
    return params ? [{ bookingUid, refused: { code: 'add_on_gone', params } }] : [];
  });
  if (short.length === 0) return new Map();
  const uids = short.map(({ bookingUid }) => bookingUid);
  const holders = await findHolders(database, { venueId, slotId }, uids);
  return new Map(
    short.filter(({ bookingUid }) => !holders.has(bookingUid)).map((result) => [result.bookingUid, result]),
  );
}

/**
 * Takes the add-ons of parties that have their places. A party that does not get them releases its places.
 * After a crash in between, the sweep releases them, because no booking was saved.
 */
export async function takePartyAddOns(
  deps: { database: AvailabilityDatabase; takeAddOns: typeof takeAddOns },
  { venueId, slotId, parties }: Input,
  results: PartyResult[],
): Promise<PartyResult[]> {
  const { database } = deps;
  const partyOf = new Map(parties.map((party) => [party.bookingUid, party]));
  const takes = ({ bookingUid, refused }: PartyResult) =>
    !refused && partyOf.get(bookingUid)?.addOns !== undefined;
  const rules = results.some(takes) ? await findStockRules(database, { venueId, slotId }) : null;
  if (!rules) return results;
  return Promise.all(
    results.map(async (result): Promise<PartyResult> => {
      const { bookingUid } = result;
      const { addOns = {}, insteadOf } = partyOf.get(bookingUid) ?? {};
      const requested = takes(result) ? stockedAddOns(rules, slotId, addOns) : [];
      if (requested.length === 0) return result;
      const own = await ownOf(database, venueId, insteadOf);
      const of = { venueId, bookingUid };
      if (await retryConflicts(() => deps.takeAddOns(database, of, addOwnToStock(requested, own))))
        return result;
      const params = await findShortage(database, { venueId, slotId }, { requested, own });
      await releasePlaces(database, venueId, bookingUid);
      return { bookingUid, refused: { code: 'add_on_gone', params } };
    }),
  );
}

/** The rules of a slot's facility; null if none of its add-ons has a stock. */
export async function findStockRules(
  database: AvailabilityDatabase,
  { venueId, slotId }: { venueId: number; slotId: number },
): Promise<FacilityRules | null> {
  const { facilityId = 0, startsAt = 0 } = parseSlotId(slotId) ?? {};
  const rules = await findRules(database, { venueId, facilityId }, daysAround(startsAt));
  return rules && hasStock(rules) ? rules : null;
}

/** The add-ons of the booking that moves to this slot. */
async function ownOf(database: AvailabilityDatabase, venueId: number, insteadOf: string | undefined) {
  if (insteadOf === undefined) return [];
  return (await findAllocation(database, { venueId, bookingUid: insteadOf }))?.held ?? [];
}
