import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type AvailabilityDatabase, openDatabase } from '../database.ts';
import { takePlaces } from '../ledger/ledger.ts';
import { createReserve } from '../reserve/reserve.ts';
import { conflictsIn, type RoomsModel, startRoomsModel } from '../testing/roomsModel.ts';
import { COURT_1, COURT_2, HALL, openTestRooms, type TestRooms } from '../testing/testRooms.ts';

/**
 * Total number of steps. Run a million with `ROOM_RUNS=1000000 npm test -- services/availability/roomsRace`.
 */
const runs = Number(process.env.ROOM_RUNS ?? 3000);
/** Number of steps after which the test checks the state, with no step under way. */
const LOOK_AFTER = 20_000;
const GUESTS = 64;
const ROUNDS = 12;

describe('bookings, moves, cancellations and rule changes on shared rooms', () => {
  let rooms: TestRooms;
  let model: RoomsModel;
  beforeAll(async () => {
    rooms = await openTestRooms();
    model = await startRoomsModel(rooms);
  });
  afterAll(async () => {
    await model.close();
    await rooms.close();
  });

  // Several tests, because a single long one would be stopped for being silent.
  for (let done = 0; done < runs; done += LOOK_AFTER) {
    const some = Math.min(LOOK_AFTER, runs - done);
    it(`never give a room to two at a time, in ${some} steps by eight workers over two replicas`, async () => {
      await model.run(some);
      assert.deepEqual(await conflictsIn(rooms.database), []);
      assert.deepEqual(await rooms.broken(), []);
      assert.deepEqual(await lacking(rooms), [], 'each occupied slot has its rooms, and no other has any');
    });
  }

  it('included every kind of step', (t) => {
    t.annotate(JSON.stringify(model.counts));
    for (const what of ['booked', 'room_taken', 'moved', 'cancelled', 'changed'] as const)
      assert.ok(model.counts[what] > 0, `some are ${what}`);
  });
});

describe('the last hour of a hall', () => {
  let rooms: TestRooms;
  beforeAll(async () => {
    rooms = await openTestRooms();
  });
  afterAll(() => rooms.close());

  /**
   * Half of the guests want the hall, half a court, over two replicas. Stops once `enough` accepts the
   * winners.
   */
  async function rush(ledger: typeof takePlaces, enough: (won: number[]) => boolean = () => false) {
    const databases: AvailabilityDatabase[] = [openDatabase(rooms.url), openDatabase(rooms.url)];
    const replicas = databases.map((database) => createReserve({ database, takePlaces: ledger }));
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const hours = nextHour++;
        const guests = Array.from({ length: GUESTS }, async (_, guest) => {
          const court = guest % 8 < 4 ? COURT_1 : COURT_2;
          // The first guests want different facilities at the two replicas.
          const facility = (guest >> 1) % 2 === guest % 2 ? HALL : court;
          const reserve = replicas[guest % 2] as ReturnType<typeof createReserve>;
          const parties = [{ bookingUid: randomUUID(), people: 1 }];
          const result = await reserve({ venueId: 1, slotId: rooms.slotOf(facility, hours), parties });
          const refused = result.parties[0]?.refused?.code;
          assert.ok(!refused || refused === 'room_taken' || refused === 'slot_full', refused);
          return refused ? [] : [facility];
        });
        const won = (await Promise.all(guests)).flat().sort();
        if (enough(won)) return;
        assert.deepEqual(await conflictsIn(rooms.database), []);
        assert.ok(fits(won), `${won} do not fit`);
      }
    } finally {
      for (const database of databases) await database.$disconnect();
    }
    assert.equal(enough([HALL, COURT_1]), false, 'no round had a conflict');
  }
  const fits = (won: number[]) =>
    [[HALL], [COURT_1], [COURT_2], [COURT_1, COURT_2]].some((one) => `${one}` === `${won}`);
  let nextHour = 0;

  it(`goes to one party, or to one per court, with ${GUESTS} concurrent guests in ${ROUNDS} rounds`, () =>
    rush(takePlaces));

  it('goes to parties that fit with a ledger of a release without rooms, because the database decides', () =>
    rush(takeWithoutRooms));

  it('goes to both with a check-then-act ledger, so this test can fail', async () => {
    for (const trigger of ['slot_takes_rooms', 'slot_made_takes_rooms'])
      await rooms.database.$executeRawUnsafe(`ALTER TABLE availability.slot DISABLE TRIGGER ${trigger}`);
    const lookThenWrite: typeof takePlaces = async (database, requests) => {
      const taken = [];
      for (const one of requests) {
        const [slot] = await database.$queryRaw<{ isTaken: boolean }[]>`
          SELECT EXISTS (
            SELECT FROM availability.slot o JOIN availability.facility g ON g.id = o.facility_id
            WHERE o.id <> s.id AND o.booked > 0 AND g.rooms && f.rooms AND o.starts_at < s.ends_at AND o.ends_at > s.starts_at
          ) AS "isTaken" FROM availability.slot s JOIN availability.facility f ON f.id = s.facility_id WHERE s.id = ${one.at.slotId}`;
        const refused = one.parties.map(({ bookingUid }) => ({
          bookingUid,
          outcome: 'short' as const,
          free: 0,
        }));
        const unlocked = { ...one, at: { ...one.at, rooms: [] } };
        taken.push(...(slot?.isTaken ? [refused] : await takePlaces(database, [unlocked])));
      }
      return taken;
    };
    await rush(lookThenWrite, (won) => !fits(won));
  });
});

/** Takes places of slots for one party each, like a release that has no rooms. */
const takeWithoutRooms: typeof takePlaces = async (database, requests) => {
  const taken = [];
  for (const { at, parties } of requests) {
    const [first] = parties;
    const rows = await database.$executeRaw`
      WITH spent AS (
        UPDATE availability.slot SET booked = 10, sold_capacity = 10 WHERE id = ${at.slotId} AND booked = 0 RETURNING id
      )
      INSERT INTO availability.allocation (booking_uid, venue_id, slot_id, places)
      SELECT ${first?.bookingUid}::uuid, 1, id, 10 FROM spent`;
    taken.push(
      parties.map(({ bookingUid }) => {
        const outcome = rows > 0 && bookingUid === first?.bookingUid ? 'taken' : 'short';
        return { bookingUid, outcome: outcome as 'taken' | 'short', free: 0 };
      }),
    );
  }
  return taken;
};

/** Rooms that an occupied slot lacks, or that a free slot has. */
const lacking = ({ database }: TestRooms) => database.$queryRaw<unknown[]>`
  SELECT coalesce(w.id, u.slot_id) AS slot, coalesce(w.room, u.room_id) AS room
  FROM (SELECT s.venue_id, s.id, unnest(f.rooms) AS room FROM availability.slot s
        JOIN availability.facility f ON f.id = s.facility_id WHERE s.booked > 0) w
  FULL JOIN availability.room_use u ON (u.venue_id, u.slot_id, u.room_id) = (w.venue_id, w.id, w.room)
  WHERE w.id IS NULL OR u.slot_id IS NULL`;
