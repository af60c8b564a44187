import { randomUUID } from 'node:crypto';
import { addDays } from '@venue-booking/domain/schedule/venueTime';
import type { HeldPlaces } from '@venue-booking/proto/venue/rulesChange';
import { findAffected } from '../changes/findAffected.ts';
import { type AvailabilityDatabase, openDatabase } from '../database.ts';
import { releasePlaces, takePlaces } from '../ledger/ledger.ts';
import { daySlots } from '../reads/slotReads.ts';
import { createReserve } from '../reserve/reserve.ts';
import type { TestRooms } from './testRooms.ts';

/** Few days, so that guests compete for the same slots most of the time. */
const FIRST_DATE = '2030-06-03';
const DAYS = 3;
/** Maximum number of bookings that one worker holds. */
const MAX_HELD = 12;

/**
 * Facilities beside those of the hall. Their buffers never change, because `conflictsIn` uses the current
 * ones.
 */
const MORE = [
  { id: 21, mode: 'CAPACITY', durationMinutes: 90, bufferMinutes: 30, rooms: [3] },
  { id: 22, mode: 'FULL', durationMinutes: 180, bufferMinutes: 0, rooms: [3, 4] },
  { id: 23, mode: 'CAPACITY', durationMinutes: 45, bufferMinutes: 15, rooms: [1, 4, 5] },
  { id: 24, mode: 'FULL', durationMinutes: 60, bufferMinutes: 0, rooms: [] },
] as const;
/** Facilities whose rooms and slot length change during the run. */
const CHANGING = [12, 23, 24];
const ROOMS = [1, 2, 3, 4, 5];

export type RoomsModel = Awaited<ReturnType<typeof startRoomsModel>>;
type Replica = ReturnType<typeof openReplica>;
type Held = { bookingUid: string; slotId: number };

/** Facilities of all kinds on shared rooms, and two replicas of availability that sell them. */
export async function startRoomsModel(rooms: TestRooms) {
  const { pricing: _, ...usual } = await rooms.database.facility.findUniqueOrThrow({ where: { id: 1 } });
  for (const { rooms: uses, ...facility } of MORE)
    await rooms.database.facility.create({ data: { ...usual, ...facility, rooms: [...uses] } });
  const facilities = [11, 12, 13, ...MORE.map(({ id }) => id)];
  const replicas = [openReplica(rooms.url), openReplica(rooms.url)];
  const counts = {
    booked: 0,
    refused: 0,
    room_taken: 0,
    moved: 0,
    cancelled: 0,
    changed: 0,
    affected: 0,
    ended: 0,
  };
  return {
    counts,
    /** Runs this many random steps in eight concurrent workers. */
    async run(runs: number) {
      let left = runs;
      const work = async (worker: number) => {
        const replica = replicas[worker % replicas.length] as Replica;
        const held: Held[] = [];
        while (left-- > 0) await step(replica, held);
      };
      await Promise.all(Array.from({ length: 8 }, (_, worker) => work(worker)));
    },
    close: () => Promise.all(replicas.map(({ database }) => database.$disconnect())),
  };

  async function step(replica: Replica, held: Held[]): Promise<void> {
    const dice = Math.random();
    if (dice < 0.01) return changeRules(replica);
    if (dice < 0.25 || held.length > MAX_HELD) return cancel(replica, held);
    const slotId = await replica.anySlot(any(facilities));
    if (slotId === null) return;
    const bookingUid = randomUUID();
    const people = 1 + Math.floor(Math.random() * 4);
    const { parties } = await replica.reserve({ venueId: 1, slotId, parties: [{ bookingUid, people }] });
    const refused = parties[0]?.refused?.code;
    if (refused) {
      counts.refused += 1;
      if (refused === 'room_taken') counts.room_taken += 1;
      return;
    }
    counts.booked += 1;
    // A booking that moves takes its new places before it releases the old ones.
    if (dice < 0.45 && held.length > 0) {
      await cancel(replica, held);
      counts.moved += 1;
    }
    held.push({ bookingUid, slotId });
  }

  async function cancel({ database }: Replica, held: Held[]): Promise<void> {
    const [booking] = held.splice(Math.floor(Math.random() * held.length), 1);
    if (!booking) return;
    await releasePlaces(database, 1, booking.bookingUid);
    counts.cancelled += 1;
  }

  /**
   * Changes the slot length or the rooms of a facility. If a change of rooms affects bookings, it is dropped
   * or forced at random. A forced change ends the affected bookings, and others that arrive meanwhile.
   */
  async function changeRules({ database }: Replica): Promise<void> {
    const id = any(CHANGING);
    if (Math.random() < 0.3) {
      await rooms.change(id, { durationMinutes: any([30, 60, 75]) });
      return;
    }
    const before = (await database.facility.findUniqueOrThrow({ where: { id } })).rooms;
    const after = ROOMS.filter(() => Math.random() < 0.4);
    const change = {
      of: 'settings' as const,
      facilityId: id,
      before: { rooms: before },
      after: { rooms: after },
    };
    const bookings = await bookingsOf(database, id);
    const isAffected = (await findAffected({ database }, { venueId: 1, change, bookings })).length > 0;
    if (isAffected) counts.affected += 1;
    if (isAffected && Math.random() < 0.5) return;
    await rooms.change(id, { rooms: after });
    counts.changed += 1;
    // A slot that lacks a room may get another guest meanwhile.
    for (let affected = await endAffected(); affected > 0; affected = await endAffected());

    async function endAffected(): Promise<number> {
      const slots = await conflictsIn(database, { of: id });
      for (const { slotId } of slots)
        for (const uid of await holdersOf(database, slotId)) {
          await releasePlaces(database, 1, uid);
          counts.ended += 1;
        }
      return slots.length;
    }
  }
}

function openReplica(url: string) {
  const database = openDatabase(url);
  const reserve = createReserve({ database, takePlaces });
  const listings = new Map<string, number[]>();
  return {
    database,
    reserve: (input: Parameters<typeof reserve>[0]) => reserve(input),
    /** A random slot from a listing that may be stale. */
    async anySlot(facilityId: number): Promise<number | null> {
      const date = addDays(FIRST_DATE, Math.floor(Math.random() * DAYS));
      const key = `${facilityId} ${date}`;
      if (!listings.has(key) || Math.random() < 0.05) {
        const { slots } = await daySlots({ database }, { venueId: 1, facilityId, date });
        listings.set(
          key,
          slots.map(({ id }) => id),
        );
      }
      return any(listings.get(key) ?? []) ?? null;
    },
  };
}

const any = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;

async function bookingsOf(database: AvailabilityDatabase, facilityId: number): Promise<HeldPlaces[]> {
  const slots = await database.slot.findMany({ where: { facilityId, booked: { gt: 0 } } });
  return slots.slice(0, 500).map(({ id }, at) => ({ id: at + 1, slotId: Number(id), people: 1 }));
}

async function holdersOf(database: AvailabilityDatabase, slotId: number): Promise<string[]> {
  const live = await database.allocation.findMany({ where: { slotId: BigInt(slotId), releasedAt: null } });
  return live.map(({ bookingUid }) => bookingUid);
}

/**
 * Pairs of occupied slots that overlap in a room, buffers included. Relies on allocations and facilities, not
 * on the ledger's `booked` and `room_use`.
 * @param of only pairs with a slot of this facility, as `slotId`
 */
export const conflictsIn = (
  database: AvailabilityDatabase,
  { of }: { of?: number } = {},
): Promise<{ slotId: number; otherId: number }[]> =>
  database.$queryRawUnsafe(
    `WITH held AS (
       SELECT s.id, s.facility_id, f.rooms, s.starts_at AS from_at, s.ends_at + f.buffer_minutes * interval '1 minute' AS to_at
       FROM availability.slot s JOIN availability.facility f ON f.id = s.facility_id
       WHERE EXISTS (SELECT FROM availability.allocation a WHERE a.slot_id = s.id AND a.released_at IS NULL)
     )
     SELECT a.id::float8 AS "slotId", b.id::float8 AS "otherId" FROM held a JOIN held b
       ON a.id <> b.id AND a.rooms && b.rooms AND a.from_at < b.to_at AND b.from_at < a.to_at
     WHERE $1::integer IS NULL OR a.facility_id = $1`,
    of ?? null,
  );
