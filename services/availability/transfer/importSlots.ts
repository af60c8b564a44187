import { sqlStateOf } from '@venue-booking/kit/errors/sqlState';
import { isDataError, retryConflicts, sqlStates } from '@venue-booking/kit/postgres/sql';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import { type FailureCode, fail } from '@venue-booking/proto/failures';
import { z } from 'zod';
import { insertBlocks } from '../blocks/blockStore.ts';
import type { AvailabilityDatabase } from '../database.ts';
import {
  type Outcome,
  type PartyOutcome,
  type SlotRequest,
  settlePlaces,
  takePlaces,
} from '../ledger/ledger.ts';
import { takeAddOns } from '../ledger/ledgerAddOns.ts';
import { takePartyAddOns } from '../reserve/reserveAddOns.ts';
import { findEachRules } from '../rules/rulesStore.ts';
import { daysAround } from '../schedule/daysAround.ts';
import { ensureRows, findRowsOf, setCapacities } from '../slots/slotStore.ts';

/** Slots of a venue that arrives, whether or not the opening hours offer them. Times are ms since 1970. */
export const ImportedPlaces = z.object({
  venueId: z.int(),
  slots: z
    .array(
      z.object({
        slotId: z.int(),
        endsAt: z.int(),
        parties: z
          .array(
            z.object({
              bookingUid: z.uuid(),
              people: z.int().min(1),
              /** Places of a private booking, which keeps other guests out of a shared slot; null: none. */
              privatePlaces: z.int().min(1).nullable(),
              addOns: z.record(z.string(), z.int().min(0)),
            }),
          )
          .min(1)
          .max(1000),
      }),
    )
    .max(1000),
});
type ImportedPlaces = z.infer<typeof ImportedPlaces>;

type Result = { bookingUid: string; refused: FailureCode | null };

const REFUSALS: Readonly<Record<Outcome, FailureCode | null>> = {
  taken: null,
  short: 'slot_full',
  released: 'slot_blocked',
  stale: 'slot_blocked',
  retry: 'unavailable',
  failed: 'slot_blocked',
};

/** Attempts under rules that may change during the import. */
const MAX_ATTEMPTS = 3;

/**
 * Takes the places of imported bookings by the ledger's own statement, so nothing is oversold. A repeated
 * call gets the same result. The opening hours are not checked: the venue has accepted these bookings.
 * @throws `unavailable` for a facility whose event has not arrived yet, so that no booking is left out for it
 */
export async function importPlaces(
  { database }: { database: AvailabilityDatabase },
  input: ImportedPlaces,
): Promise<Result[]> {
  const has = (results: Result[], ...codes: FailureCode[]) =>
    results.some(({ refused }) => refused !== null && codes.includes(refused));
  for (let attempt = 1; ; attempt++) {
    const results = await tryPlaces(database, input);
    if (attempt < MAX_ATTEMPTS && has(results, 'slot_blocked', 'unavailable')) continue;
    if (has(results, 'unavailable')) throw fail('unavailable');
    return results;
  }
}

async function tryPlaces(
  database: AvailabilityDatabase,
  { venueId, slots }: ImportedPlaces,
): Promise<Result[]> {
  const located = slots.flatMap((slot) => {
    const at = parseSlotId(slot.slotId);
    return at ? [{ ...slot, ...at }] : [];
  });
  const rules = await findEachRules(
    database,
    located.map(({ facilityId, startsAt }) => ({ venueId, facilityId, days: daysAround(startsAt) })),
  );
  const known = located.map((slot, at) => {
    const found = rules[at];
    if (!found) throw fail('unavailable');
    return { ...slot, rules: found };
  });
  await ensureRows(
    database,
    known.map(({ slotId: id, facilityId, startsAt, endsAt }) => ({
      ...{ id, venueId, facilityId, startsAt, endsAt },
    })),
  );
  const take = async (some: readonly Slot[]) => {
    const results: Result[] = [];
    for (let at = 0; at < some.length; at += BATCH)
      results.push(...(await takeSlots(database, venueId, some.slice(at, at + BATCH))));
    return results;
  };
  const first = await take(known);
  const short = await widenPast(database, venueId, known, first);
  const widened = await take(short);
  const isAgain = new Set(widened.map(({ bookingUid }) => bookingUid));
  const results = [...first.filter(({ bookingUid }) => !isAgain.has(bookingUid)), ...widened];
  const taken = results.filter(({ refused }) => refused === null);
  if (taken.length > 0)
    await settlePlaces(
      database,
      taken.map(({ bookingUid }) => ({ venueId, bookingUid })),
    );
  return results;
}

type Slot = ImportedPlaces['slots'][number] & {
  rules: NonNullable<Awaited<ReturnType<typeof findEachRules>>[number]>;
};

/**
 * Gives past slots with too few places the capacity that their bookings had: facilities become smaller.
 * Nothing of the past can be oversold. Returns these slots.
 */
async function widenPast(
  database: AvailabilityDatabase,
  venueId: number,
  slots: readonly (Slot & { facilityId: number; startsAt: number })[],
  results: readonly Result[],
): Promise<Slot[]> {
  const short = new Set(
    results.filter(({ refused }) => refused === 'slot_full').map(({ bookingUid }) => bookingUid),
  );
  const now = Date.now();
  const past = slots.filter(
    ({ endsAt, parties }) => endsAt <= now && parties.some(({ bookingUid }) => short.has(bookingUid)),
  );
  if (past.length === 0) return past;
  const rows = await findRowsOf(
    database,
    venueId,
    past.map(({ slotId }) => slotId),
  );
  const booked = new Map(rows.map((row) => [row.id, row.booked]));
  const widened = past.map(({ slotId: id, facilityId, startsAt, endsAt, parties }) => {
    const missing = parties.filter(({ bookingUid }) => short.has(bookingUid));
    const capacity = missing.reduce((sum, { people }) => sum + people, booked.get(id) ?? 0);
    return { id, venueId, facilityId, startsAt, endsAt, capacity };
  });
  await setCapacities(database, widened);
  return past;
}

/** Slots per statement. */
const BATCH = 50;

/** Takes the places of slots in one statement, or one by one if PostgreSQL rejects one of them. */
async function takeSlots(
  database: AvailabilityDatabase,
  venueId: number,
  slots: readonly Slot[],
): Promise<Result[]> {
  try {
    const taken = await retryConflicts(() =>
      takePlaces(
        database,
        slots.map((slot) => requestOf(venueId, slot)),
      ),
    );
    const results: Result[] = [];
    for (const [at, slot] of slots.entries())
      results.push(...(await takeSlotAddOns(database, { ...slot, venueId }, taken[at] ?? [])));
    return results;
  } catch (error) {
    if (!isDataError(error)) throw error;
    const [only, ...more] = slots;
    if (only && more.length > 0) {
      const results: Result[] = [];
      for (const slot of slots) results.push(...(await takeSlots(database, venueId, [slot])));
      return results;
    }
    const refused = sqlStateOf(error) === sqlStates.exclusionViolation ? 'room_taken' : 'slot_blocked';
    return slots.flatMap(({ parties }) =>
      parties.map(({ bookingUid }) => ({ bookingUid, refused }) as const),
    );
  }
}

function requestOf(venueId: number, { slotId, endsAt, parties, rules }: Slot): SlotRequest {
  const { rooms, days, revision, mode } = rules;
  return {
    at: { venueId, slotId, endsAt, rooms, days, revision },
    // A private booking of a facility that is shared by now takes all places that it had.
    parties: parties.map(({ bookingUid, people, privatePlaces }) => ({
      bookingUid,
      people: mode === 'FULL' ? people : (privatePlaces ?? people),
    })),
  };
}

async function takeSlotAddOns(
  database: AvailabilityDatabase,
  slot: Slot & { venueId: number },
  outcomes: readonly PartyOutcome[],
): Promise<Result[]> {
  const results = outcomes.map(({ bookingUid, outcome }) => {
    const code = REFUSALS[outcome];
    return { bookingUid, refused: code && { code, params: {} } };
  });
  const parties = slot.parties.map(({ addOns, ...party }) =>
    Object.keys(addOns).length > 0 ? { ...party, addOns } : party,
  );
  const held = await takePartyAddOns({ database, takeAddOns }, { ...slot, parties }, results);
  return held.map(({ bookingUid, refused }) => ({ bookingUid, refused: refused?.code ?? null }));
}

const interval = { startsAt: z.int(), endsAt: z.int() };
export const ImportedCapacities = z.object({
  venueId: z.int(),
  slots: z.array(z.object({ slotId: z.int(), ...interval, capacity: z.int().min(0) })).max(10_000),
});
export const ImportedBlocks = z.object({
  venueId: z.int(),
  blocks: z
    .array(
      z.object({
        facilityId: z.int().nullable(),
        roomId: z.int().nullable(),
        ...interval,
        reason: z.string(),
      }),
    )
    .max(10_000),
});

/** Sets the capacities of single slots. */
export async function importCapacities(
  { database }: { database: AvailabilityDatabase },
  { venueId, slots }: z.infer<typeof ImportedCapacities>,
): Promise<number> {
  const rows = slots.flatMap(({ slotId: id, capacity, ...times }) => {
    const facilityId = parseSlotId(id)?.facilityId;
    return facilityId ? [{ ...times, id, venueId, facilityId, capacity }] : [];
  });
  await ensureRows(database, rows);
  await retryConflicts(() => setCapacities(database, rows));
  return rows.length;
}

/** Adds blocked times. One that exists stays as it is. */
export async function importBlocks(
  { database }: { database: AvailabilityDatabase },
  { venueId, blocks }: z.infer<typeof ImportedBlocks>,
): Promise<number> {
  await retryConflicts(() => insertBlocks(database, venueId, blocks));
  return blocks.length;
}
