import { bookingDayAt } from '@venue-booking/domain/schedule/venueTime';
import { batchCalls } from '@venue-booking/kit/concurrency/batchCalls';
import { sqlStateOf } from '@venue-booking/kit/errors/sqlState';
import { isDataError, retryConflicts, sqlStates } from '@venue-booking/kit/postgres/sql';
import type { Party, ReservedSlot } from '@venue-booking/proto/facility/slot';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import type { FailureCode } from '@venue-booking/proto/failures';
import { LRUCache } from 'lru-cache';
import type { AvailabilityDatabase } from '../database.ts';
import { findHolders, type PartyOutcome, type SlotRequest, takePlaces } from '../ledger/ledger.ts';
import { takeAddOns } from '../ledger/ledgerAddOns.ts';
import { findSlot } from '../reads/slotReads.ts';
import { createRulesCache, type RulesCache } from '../rules/rulesCache.ts';
import type { FacilityRules } from '../rules/rulesStore.ts';
import { daysAround } from '../schedule/daysAround.ts';
import type { Interval } from '../schedule/schedule.ts';
import { nowAt } from '../slots/now.ts';
import { dayOfSlots, overlaps, type SlotState, withBuffer } from '../slots/slot.ts';
import { ensureRows } from '../slots/slotStore.ts';
import { findShortParties, type PartyResult, takePartyAddOns, tooFewPlaces } from './reserveAddOns.ts';
import { takeOwnRooms } from './takeOwnRooms.ts';
import { takeOwnTime } from './takeOwnTime.ts';

/** Result for each party, in the order of the request. */
export type Reserved = {
  slot: ReservedSlot | null;
  parties: PartyResult[];
};

type Deps = {
  database: AvailabilityDatabase;
  takePlaces: typeof takePlaces;
  takeAddOns: typeof takeAddOns;
};
/** Race tests substitute a naive ledger to show that it oversells. */
export type ReserveDeps = Pick<Deps, 'database'> & Partial<Deps>;

type Input = {
  venueId: number;
  slotId: number;
  parties: Party[];
  byVenue?: boolean;
  minutes?: number | undefined;
};

/** A slot and the rules that apply to it. */
type Found = { rules: FacilityRules; slot: SlotState };

/** Takes places of one slot. Concurrent calls share a statement. */
type Take = (found: Found, input: Input) => Promise<PartyOutcome[] | 'overlaps'>;

/** Maximum attempts. Each change of the rules during a reservation makes another attempt necessary. */
const MAX_ATTEMPTS = 4;
/** Rules are cached in blocks of this many days, because most days of a facility have the same rules. */
const CACHED_DAYS = 28;
/** Maximum number of cached slots that have a ledger row (rows are never deleted): less than 1 MB. */
const MAX_CACHED_SLOTS = 10_000;

/**
 * Creates the function that reserves places of a slot for a batch of bookings, each under the uid of the
 * future booking. A retry with the same uid gets the same result. Parties that do not fit are rejected one by
 * one, never the whole batch because of one.
 */
export function createReserve(given: ReserveDeps): (input: Input) => Promise<Reserved> {
  const deps: Deps = { takePlaces, takeAddOns, ...given };
  const { database } = deps;
  const rulesCache = createRulesCache(database);
  const slotsWithRow = new LRUCache<string, true>({ max: MAX_CACHED_SLOTS });
  const reserveBatched = batchCalls(
    async (requests: (SlotRequest & Found)[]) => {
      const slots = requests
        .filter(({ at }) => !slotsWithRow.has(keyOf(at)))
        .map(({ slot, rules, at: { venueId } }) => ({ ...slot, venueId, facilityId: rules.facilityId }));
      if (slots.length > 0) await ensureRows(database, slots);
      const taken = new Map<SlotRequest, PartyOutcome[] | 'overlaps'>();
      for (const round of splitIntoRounds(requests)) {
        const outcomes = await takeAll(deps, round);
        for (const [at, one] of round.entries()) {
          const outcome = outcomes[at] ?? 'overlaps';
          taken.set(one, outcome);
          // A stale result may also mean that the row is gone, because a backup was restored.
          if (outcome === 'overlaps' || outcome.some(isUndecided)) slotsWithRow.delete(keyOf(one.at));
          else slotsWithRow.set(keyOf(one.at), true);
        }
      }
      return requests.map((one) => taken.get(one) ?? 'overlaps');
    },
    { keysOf: ({ at }) => [keyOf(at)], retryAlone: isDataError },
  );
  const take: Take = ({ rules, slot }, { venueId, slotId, parties }) => {
    const { days, revision, rooms } = rules;
    const at = { venueId, slotId, endsAt: slot.endsAt, rooms, days, revision };
    return reserveBatched({ rules, slot, at, parties });
  };
  const reserve = async (input: Input): Promise<Reserved> => {
    const reserved =
      (await tryCachedRules(rulesCache, take, input)) ?? (await tryCurrentRules(deps, take, input));
    const rejected = reserved.parties.filter((party) => party.refused).map(({ bookingUid }) => bookingUid);
    if (!reserved.slot) return reserved;
    // On a retry, a party may be blocked by its own places, or the slot may have passed since the first call.
    const holders = rejected.length > 0 ? await findHolders(database, input, rejected) : new Set();
    const parties: PartyResult[] = [];
    let { slot } = reserved;
    for (const party of reserved.parties) {
      const own = await takeOwn(database, input, party);
      if (own) slot = { ...slot, ...own };
      const isHeld = own !== null || holders.has(party.bookingUid);
      parties.push(isHeld ? { ...party, refused: null } : party);
    }
    return { slot, parties: await takePartyAddOns(deps, input, parties) };
  };
  return async (input) => {
    const results = await findShortParties(database, input);
    const remaining = input.parties.filter(({ bookingUid }) => !results.has(bookingUid));
    const none = { slot: null, parties: [] };
    const reserved = remaining.length > 0 ? await reserve({ ...input, parties: remaining }) : none;
    for (const party of reserved.parties) results.set(party.bookingUid, party);
    const parties = input.parties.flatMap(({ bookingUid }) => results.get(bookingUid) ?? []);
    return { ...reserved, parties };
  };
}

const OWN = new Map<FailureCode | undefined, typeof takeOwnRooms>([
  ['room_taken', takeOwnRooms],
  ['slot_blocked', takeOwnTime],
]);

/**
 * Takes the places of a party whose room or time is taken, if only the booking has it that the party moves
 * from. Returns the times of its slot; null: not taken.
 */
async function takeOwn(
  database: AvailabilityDatabase,
  input: Input,
  { bookingUid, refused }: PartyResult,
): Promise<Interval | null> {
  const take = OWN.get(refused?.code);
  const party = input.parties.find((one) => one.bookingUid === bookingUid);
  return take && party?.insteadOf !== undefined
    ? take(database, input, { ...party, insteadOf: party.insteadOf })
    : null;
}

/**
 * Reserves by cached rules, without reading the slot first. Returns null if the cached rules do not offer the
 * slot, or if the ledger finds them stale. The caller then reads the current rules.
 */
async function tryCachedRules(rulesCache: RulesCache, take: Take, input: Input): Promise<Reserved | null> {
  const parsed = parseSlotId(input.slotId);
  if (!parsed || input.minutes !== undefined) return null;
  const { facilityId, startsAt } = parsed;
  const request = { venueId: input.venueId, facilityId, days: daysAround(startsAt, CACHED_DAYS) };
  const rules = await rulesCache.get(request);
  if (!rules) return null;
  const date = bookingDayAt(rules.timezone, rules.dayStart, startsAt);
  const slot = dayOfSlots(rules, date, [], nowAt(rules)).find(({ id }) => id === input.slotId);
  if (rules.active && slot && !slot.failure) {
    const taken = await take({ rules, slot }, input);
    if (taken !== 'overlaps' && !taken.some(isUndecided)) return toReserved({ rules, slot }, taken);
  }
  rulesCache.delete(request);
  return null;
}

async function tryCurrentRules(deps: Deps, take: Take, input: Input): Promise<Reserved> {
  const { venueId, slotId, parties, byVenue = false, minutes } = input;
  for (let attempt = 1; ; attempt++) {
    const found = await findSlot(deps, venueId, slotId, { minutes });
    if (!found) return rejectAll(parties, minutes === undefined ? 'slot_unknown' : 'outside_hours');
    const { failure } = found.slot;
    const reserved = toReservedSlot(found);
    const isForGuestsOnly = failure === 'slot_past' || failure === 'slot_too_far';
    if (failure && !(byVenue && isForGuestsOnly)) return rejectAll(parties, failure, reserved);
    const taken = await take(found, input);
    // The next attempt reads the slot that overlaps, unless it was released meanwhile.
    if (taken === 'overlaps') {
      if (attempt === MAX_ATTEMPTS) return rejectAll(parties, 'slot_blocked', reserved);
    } else if (attempt === MAX_ATTEMPTS || !taken.some(isUndecided)) return toReserved(found, taken);
  }
}

const keyOf = ({ venueId, slotId }: SlotRequest['at']): string => `${venueId} ${slotId}`;
const isUndecided = ({ outcome }: PartyOutcome) => outcome === 'stale' || outcome === 'retry';

const toReserved = (found: Found, taken: PartyOutcome[]): Reserved => ({
  slot: toReservedSlot(found),
  parties: taken.map((party) => ({ bookingUid: party.bookingUid, refused: failureOf(party) })),
});

/**
 * Splits slots into rounds, so that no two of a round want the same room at the same time. If no party of the
 * first slot fits, a later round may take the room.
 */
function splitIntoRounds<T extends Found>(requests: readonly T[]): T[][] {
  const rounds: { slots: T[]; uses: (Interval & { room: number })[] }[] = [];
  for (const one of requests) {
    const used = withBuffer(one.rules, one.slot);
    const uses = one.rules.rooms.map((room) => ({ ...used, room }));
    const fits = (round: (typeof rounds)[number]) =>
      !uses.some((use) => round.uses.some((other) => other.room === use.room && overlaps(other, use)));
    const round = rounds.find(fits);
    if (round) {
      round.slots.push(one);
      round.uses.push(...uses);
    } else rounds.push({ slots: [one], uses });
  }
  return rounds.map(({ slots }) => slots);
}

/**
 * If the data of one party is invalid, retries the parties of the slot one by one, so that only that one
 * fails.
 */
async function takeAll(deps: Deps, requests: SlotRequest[]): Promise<(PartyOutcome[] | 'overlaps')[]> {
  try {
    return await retryConflicts(() => deps.takePlaces(deps.database, requests));
  } catch (error) {
    const [one, ...more] = requests;
    if (!one || more.length > 0 || !isDataError(error)) throw error;
    if (sqlStateOf(error) === sqlStates.exclusionViolation) return ['overlaps'];
    if (one.parties.length === 1)
      return [one.parties.map(({ bookingUid }) => ({ bookingUid, outcome: 'failed', free: 0 }))];
    const oneByOne: PartyOutcome[] = [];
    for (const party of one.parties) {
      const [taken = 'overlaps'] = await takeAll(deps, [{ ...one, parties: [party] }]);
      if (taken === 'overlaps') return [taken];
      oneByOne.push(...taken);
    }
    return [oneByOne];
  }
}

function failureOf({ outcome, free }: PartyOutcome): PartyResult['refused'] {
  if (outcome === 'taken') return null;
  if (outcome === 'short') return tooFewPlaces(free);
  return outcome === 'stale' ? { code: 'slot_blocked', params: {} } : { code: 'unavailable', params: {} };
}

const rejectAll = (parties: Party[], code: FailureCode, slot: ReservedSlot | null = null): Reserved => ({
  slot,
  parties: parties.map(({ bookingUid }) => ({ bookingUid, refused: { code, params: {} } })),
});

const toReservedSlot = ({ rules, slot }: Found): ReservedSlot => ({
  facilityId: rules.facilityId,
  startsAt: slot.startsAt,
  endsAt: slot.endsAt,
  timezone: rules.timezone,
});
