import { isDataFault, retryConflicts, sqlStateOf, sqlStates } from '@venue-booking/kit/postgres/sql';
import { gathered } from '@venue-booking/kit/process/gathered';
import { bookingDayAt } from '@venue-booking/kit/venueTime';
import type { FailureCode } from '@venue-booking/proto/failures';
import type { Party, ReservedSlot } from '@venue-booking/proto/slot';
import { parseSlotId } from '@venue-booking/proto/slotId';
import { LRUCache } from 'lru-cache';
import type { AvailabilityDatabase } from './database.ts';
import { findHolders, type Taken, takePlaces, type Wanted } from './ledger.ts';
import { takeAddOns } from './ledgerAddOns.ts';
import { daysAround, findSlot, nowAt } from './reads.ts';
import { type RememberedRules, rememberRules } from './rememberedRules.ts';
import { findShort, type PartyAnswer, tooFewPlaces, withAddOns } from './reserveAddOns.ts';
import type { FacilityRules } from './rulesStore.ts';
import type { Interval } from './schedule.ts';
import { dayOfSlots, overlaps, type SlotState, withBuffer } from './slot.ts';
import { ensureRows } from './slotStore.ts';

/** What became of each party, in the order of the request. */
export type Reserved = {
  slot: ReservedSlot | null;
  parties: PartyAnswer[];
};

type Deps = {
  database: AvailabilityDatabase;
  takePlaces: typeof takePlaces;
  takeAddOns: typeof takeAddOns;
};
/** Race tests give a lesser ledger, to show what it would do. */
export type ReserveDeps = Pick<Deps, 'database'> & Partial<Deps>;

type Input = { venueId: number; slotId: number; parties: Party[]; byVenue?: boolean };

/** A slot with the rules that it stands under. */
type Found = { rules: FacilityRules; slot: SlotState };

/** Asks the ledger for one slot; those that ask at once share a statement. */
type Take = (found: Found, input: Input) => Promise<Taken[] | 'overlaps'>;

/** Tries until the rules hold still: an owner changing them at this very moment makes one more necessary. */
const ATTEMPTS = 4;
/** Rules are remembered for so many days together: those of other days are mostly the same. */
const REMEMBERED_DAYS = 28;
/** Slots that are known to have rows, which none loses: under a MB. */
const MOST_WITH_ROW = 10_000;

/**
 * How places of a slot are taken for a batch of bookings, each under the uid that the booking will have.
 * Asking again for the same uid answers the same. Parties that don't fit are refused one by one, never the
 * whole batch for one of them.
 */
export function createReserve(given: ReserveDeps): (input: Input) => Promise<Reserved> {
  const deps: Deps = { takePlaces, takeAddOns, ...given };
  const { database } = deps;
  const remembered = rememberRules(database);
  const withRow = new LRUCache<string, true>({ max: MOST_WITH_ROW });
  const together = gathered(
    async (asked: (Wanted & Found)[]) => {
      const slots = asked
        .filter(({ at }) => !withRow.has(keyOf(at)))
        .map(({ slot, rules, at: { venueId } }) => ({ ...slot, venueId, facilityId: rules.facilityId }));
      if (slots.length > 0) await ensureRows(database, slots);
      const taken = new Map<Wanted, Taken[] | 'overlaps'>();
      for (const round of inRounds(asked)) {
        const answers = await takeAll(deps, round);
        for (const [at, one] of round.entries()) {
          const answer = answers[at] ?? 'overlaps';
          taken.set(one, answer);
          // Stale also when the row is gone, as a backup was restored.
          if (answer === 'overlaps' || answer.some(isUndecided)) withRow.delete(keyOf(one.at));
          else withRow.set(keyOf(one.at), true);
        }
      }
      return asked.map((one) => taken.get(one) ?? 'overlaps');
    },
    { apart: ({ at }) => [keyOf(at)], alone: isDataFault },
  );
  const take: Take = ({ rules, slot }, { venueId, slotId, parties }) => {
    const { days, revision, rooms } = rules;
    const at = { venueId, slotId, endsAt: slot.endsAt, rooms, days, revision };
    return together({ rules, slot, at, parties });
  };
  const reserve = async (input: Input): Promise<Reserved> => {
    const reserved = (await tryRemembered(remembered, take, input)) ?? (await tryFresh(deps, take, input));
    const refused = reserved.parties.filter((party) => party.refused).map(({ bookingUid }) => bookingUid);
    if (!reserved.slot) return reserved;
    // Asked again, a party may be in the way of itself, or have been in time the first time.
    const holders = refused.length > 0 ? await findHolders(database, input, refused) : new Set();
    const parties = reserved.parties.map((party) =>
      holders.has(party.bookingUid) ? { ...party, refused: null } : party,
    );
    return { ...reserved, parties: await withAddOns(deps, input, parties) };
  };
  return async (input) => {
    const answers = await findShort(database, input);
    const others = input.parties.filter(({ bookingUid }) => !answers.has(bookingUid));
    const none = { slot: null, parties: [] };
    const reserved = others.length > 0 ? await reserve({ ...input, parties: others }) : none;
    for (const party of reserved.parties) answers.set(party.bookingUid, party);
    const parties = input.parties.flatMap(({ bookingUid }) => answers.get(bookingUid) ?? []);
    return { ...reserved, parties };
  };
}

/**
 * Takes the places of a slot that the remembered rules have and nothing is in the way of. Null when they say
 * otherwise, or the ledger finds that they are old: then the whole truth is to be read.
 */
async function tryRemembered(
  remembered: RememberedRules,
  take: Take,
  input: Input,
): Promise<Reserved | null> {
  const parsed = parseSlotId(input.slotId);
  if (!parsed) return null;
  const { facilityId, startsAt } = parsed;
  const wanted = { venueId: input.venueId, facilityId, days: daysAround(startsAt, REMEMBERED_DAYS) };
  const rules = await remembered.of(wanted);
  if (!rules) return null;
  const date = bookingDayAt(rules.timezone, rules.dayStart, startsAt);
  const slot = dayOfSlots(rules, date, [], nowAt(rules)).find(({ id }) => id === input.slotId);
  if (rules.active && slot && !slot.obstacle) {
    const taken = await take({ rules, slot }, input);
    if (taken !== 'overlaps' && !taken.some(isUndecided)) return toReserved({ rules, slot }, taken);
  }
  remembered.forget(wanted);
  return null;
}

async function tryFresh(deps: Deps, take: Take, input: Input): Promise<Reserved> {
  const { venueId, slotId, parties, byVenue = false } = input;
  for (let attempt = 1; ; attempt++) {
    const found = await findSlot(deps, venueId, slotId);
    if (!found) return refuseAll(parties, 'slot_unknown');
    const { obstacle } = found.slot;
    const reserved = toReservedSlot(found);
    const isForGuestsOnly = obstacle === 'slot_past' || obstacle === 'slot_too_far';
    if (obstacle && !(byVenue && isForGuestsOnly)) return refuseAll(parties, obstacle, reserved);
    const taken = await take(found, input);
    // Read again, it shows what was in the way, unless that has gone by then.
    if (taken === 'overlaps') {
      if (attempt === ATTEMPTS) return refuseAll(parties, 'slot_blocked', reserved);
    } else if (attempt === ATTEMPTS || !taken.some(isUndecided)) return toReserved(found, taken);
  }
}

const keyOf = ({ venueId, slotId }: Wanted['at']): string => `${venueId} ${slotId}`;
const isUndecided = ({ outcome }: Taken) => outcome === 'stale' || outcome === 'again';

const toReserved = (found: Found, taken: Taken[]): Reserved => ({
  slot: toReservedSlot(found),
  parties: taken.map((party) => ({ bookingUid: party.bookingUid, refused: refusalOf(party) })),
});

/**
 * Slots in rounds, so that no two of a round want a room at the same time: if the first of them does not get
 * it, as nobody fits, the next one may.
 */
function inRounds<T extends Found>(asked: readonly T[]): T[][] {
  const rounds: { slots: T[]; uses: (Interval & { room: number })[] }[] = [];
  for (const one of asked) {
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

/** Parties of one slot that the database refuses are taken one by one: what fails fails alone. */
async function takeAll(deps: Deps, wanted: Wanted[]): Promise<(Taken[] | 'overlaps')[]> {
  try {
    return await retryConflicts(() => deps.takePlaces(deps.database, wanted));
  } catch (error) {
    const [one, ...more] = wanted;
    if (!one || more.length > 0 || !isDataFault(error)) throw error;
    if (sqlStateOf(error) === sqlStates.exclusionViolation) return ['overlaps'];
    if (one.parties.length === 1)
      return [one.parties.map(({ bookingUid }) => ({ bookingUid, outcome: 'failed', free: 0 }))];
    const oneByOne: Taken[] = [];
    for (const party of one.parties) {
      const [taken = 'overlaps'] = await takeAll(deps, [{ ...one, parties: [party] }]);
      if (taken === 'overlaps') return [taken];
      oneByOne.push(...taken);
    }
    return [oneByOne];
  }
}

function refusalOf({ outcome, free }: Taken): PartyAnswer['refused'] {
  if (outcome === 'taken') return null;
  if (outcome === 'short') return tooFewPlaces(free);
  return outcome === 'stale' ? { code: 'slot_blocked', params: {} } : { code: 'unavailable', params: {} };
}

const refuseAll = (parties: Party[], code: FailureCode, slot: ReservedSlot | null = null): Reserved => ({
  slot,
  parties: parties.map(({ bookingUid }) => ({ bookingUid, refused: { code, params: {} } })),
});

const toReservedSlot = ({ rules, slot }: Found): ReservedSlot => ({
  facilityId: rules.facilityId,
  startsAt: slot.startsAt,
  endsAt: slot.endsAt,
});
