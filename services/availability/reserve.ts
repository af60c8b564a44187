import { retryConflicts, sqlStateOf, sqlStates } from '@venue-booking/kit/postgres/sql';
import { localAt } from '@venue-booking/kit/venueTime';
import type { FailureCode, FailureParams } from '@venue-booking/proto/failures';
import type { Party, ReservedSlot } from '@venue-booking/proto/slot';
import type { AvailabilityDatabase } from './database.ts';
import { findHolders, type SlotToTake, type Taken, type takePlaces } from './ledger.ts';
import { findSlot } from './reads.ts';
import type { FacilityRules } from './rulesStore.ts';
import type { SlotState } from './slot.ts';
import { ensureRow } from './slotStore.ts';

/** What became of each party, in the order of the request. */
export type Reservation = {
  slot: ReservedSlot | null;
  parties: { bookingUid: string; refused: { code: FailureCode; params: FailureParams } | null }[];
};

/** `takePlaces` comes from outside, so that the race tests can show what a lesser ledger would do. */
export type ReserveDeps = { database: AvailabilityDatabase; takePlaces: typeof takePlaces };

type Input = { venueId: number; slotId: number; parties: Party[]; byVenue?: boolean };

/** Tries until the rules hold still: an owner changing them at this very moment makes one more necessary. */
const ATTEMPTS = 4;

/**
 * Takes places of a slot for a batch of bookings, each under the uid that the booking will have. Asking again
 * for the same uid answers the same. Parties that don't fit are refused one by one, never the whole batch for
 * one of them.
 */
export async function reserve(deps: ReserveDeps, input: Input): Promise<Reservation> {
  const reservation = await tryReserve(deps, input);
  const refused = reservation.parties.filter((party) => party.refused).map(({ bookingUid }) => bookingUid);
  if (refused.length === 0 || !reservation.slot) return reservation;
  // Asked again, a party may be in the way of itself, or have been in time the first time.
  const holders = await findHolders(deps.database, input, refused);
  const parties = reservation.parties.map((party) =>
    holders.has(party.bookingUid) ? { ...party, refused: null } : party,
  );
  return { ...reservation, parties };
}

async function tryReserve(deps: ReserveDeps, input: Input): Promise<Reservation> {
  const { venueId, slotId, parties, byVenue = false } = input;
  for (let attempt = 1; ; attempt++) {
    const found = await findSlot(deps, venueId, slotId);
    if (!found) return refuseAll(parties, 'slot_unknown');
    const { rules, slot } = found;
    const reserved = toReservedSlot(rules, slot);
    if (slot.obstacle && !(byVenue && slot.obstacle !== 'slot_blocked'))
      return refuseAll(parties, slot.obstacle, reserved);

    if (slot.booked === 0) await ensureRow(deps.database, { venueId, facilityId: rules.facilityId }, slot);
    const taken = await take(
      deps,
      { venueId, slotId, endsAt: slot.endsAt, days: rules.days, revision: rules.revision },
      parties,
    );
    if (taken === 'overlaps') return refuseAll(parties, 'slot_blocked', reserved);
    const undecided = taken.some(({ outcome }) => outcome === 'stale' || outcome === 'again');
    if (undecided && attempt < ATTEMPTS) continue;
    return {
      slot: reserved,
      parties: taken.map((party) => ({ bookingUid: party.bookingUid, refused: refusalOf(party) })),
    };
  }
}

/**
 * SQLSTATE classes of what is wrong with the data itself: another try of the whole batch would fail as well.
 */
const DATA_FAULT = /^2[23]/;

async function take(deps: ReserveDeps, slot: SlotToTake, parties: Party[]): Promise<Taken[] | 'overlaps'> {
  try {
    return await retryConflicts(() => deps.takePlaces(deps.database, slot, parties));
  } catch (error) {
    const state = sqlStateOf(error) ?? '';
    if (state === sqlStates.exclusionViolation) return 'overlaps';
    if (!DATA_FAULT.test(state)) throw error;
    if (parties.length === 1)
      return parties.map(({ bookingUid }) => ({ bookingUid, outcome: 'failed', free: 0 }));
    const oneByOne: Taken[] = [];
    for (const party of parties) {
      const taken = await take(deps, slot, [party]);
      if (taken === 'overlaps') return taken;
      oneByOne.push(...taken);
    }
    return oneByOne;
  }
}

function refusalOf({ outcome, free }: Taken): Reservation['parties'][number]['refused'] {
  if (outcome === 'taken') return null;
  if (outcome === 'short')
    return free > 0 ? { code: 'places_short', params: { free } } : { code: 'slot_full', params: {} };
  return outcome === 'stale' ? { code: 'slot_blocked', params: {} } : { code: 'unavailable', params: {} };
}

const refuseAll = (parties: Party[], code: FailureCode, slot: ReservedSlot | null = null): Reservation => ({
  slot,
  parties: parties.map(({ bookingUid }) => ({ bookingUid, refused: { code, params: {} } })),
});

const toReservedSlot = (
  { timezone, facilityId }: FacilityRules,
  { startsAt, endsAt }: SlotState,
): ReservedSlot => ({
  facilityId,
  startsAt,
  endsAt,
  startsAtLocal: localAt(timezone, startsAt),
  endsAtLocal: localAt(timezone, endsAt),
});
