import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { daySlots } from '../reads/slotReads.ts';
import { COURT_1, HALL, openTestRooms, type TestRooms } from '../testing/testRooms.ts';
import { releasePlaces } from './ledger.ts';
import { settleResize } from './ledgerResize.ts';

const USUAL = { mode: 'CAPACITY', capacity: 10, opensAt: '06:00', durationMinutes: 60, bufferMinutes: 0 };

describe('a booked slot keeps what its guests were sold', () => {
  let rooms: TestRooms;
  let day = 0;
  beforeAll(async () => {
    rooms = await openTestRooms();
  });
  afterAll(async () => {
    assert.deepEqual(await rooms.broken(), []);
    await rooms.close();
  });
  afterEach(() => rooms.change(1, USUAL));
  /** A slot at 10:00 of a day that no other test uses. */
  const freshSlot = (facility = 1) => {
    day += 1;
    return rooms.slotOf(facility, 24 * day);
  };
  const book = async (slotId: number, people = 1, insteadOf?: string) => {
    const bookingUid = randomUUID();
    const party = { bookingUid, people, ...(insteadOf && { insteadOf }) };
    const { parties } = await rooms.reserve(slotId, [party]);
    return { bookingUid, code: parties[0]?.refused?.code ?? 'taken' };
  };
  const shown = async (slotId: number, facilityId = 1) => {
    const date = new Date(Date.UTC(2030, 5, 3 + day)).toISOString().slice(0, 10);
    const { slots } = await daySlots(rooms, { venueId: 1, facilityId, date });
    const slot = slots.find(({ id }) => id === slotId);
    return [slot?.booked, slot?.free, slot?.reason];
  };

  describe('privacy', () => {
    it('stays when the facility becomes shared with more places, until the party leaves', async () => {
      await rooms.change(1, { mode: 'FULL', capacity: 4 });
      const slot = freshSlot();
      const { bookingUid } = await book(slot, 2);
      await rooms.change(1, { mode: 'CAPACITY', capacity: 10 });
      assert.deepEqual(await shown(slot), [10, 0, 'full']);
      assert.equal((await book(slot)).code, 'slot_full');
      assert.equal(await rooms.resize(bookingUid, 2, 3), null);
      await settleResize(rooms.database, { venueId: 1, bookingUid, revision: 0, people: 3, addOns: {} });
      assert.equal((await book(slot)).code, 'slot_full');
      await releasePlaces(rooms.database, 1, bookingUid);
      assert.deepEqual(await shown(slot), [0, 10, undefined]);
      assert.deepEqual([(await book(slot)).code, (await book(slot)).code], ['taken', 'taken']);
    });

    it('is not given to a slot that parties shared, nor kept by the slot for later bookings', async () => {
      const slot = freshSlot();
      await book(slot);
      for (const mode of ['FULL', 'CAPACITY']) await rooms.change(1, { mode });
      assert.equal((await book(slot)).code, 'taken');
    });

    it('is kept against the previous release, whose statement knows only the mode', async () => {
      await rooms.change(1, { mode: 'FULL', capacity: 4 });
      const slot = freshSlot();
      const startsAt = new Date(Date.UTC(2030, 5, 3 + day, 8));
      // As the previous release sells a slot.
      await rooms.database.$executeRaw`
        INSERT INTO availability.slot (id, venue_id, facility_id, starts_at, ends_at)
        VALUES (${slot}, 1, 1, ${startsAt}, ${startsAt}::timestamptz + interval '1 hour')`;
      const uid = randomUUID();
      const hold = (bookingUid: string) => rooms.database.$executeRaw`
        INSERT INTO availability.allocation (booking_uid, venue_id, slot_id, places) VALUES (${bookingUid}::uuid, 1, ${slot}, 4)`;
      await hold(uid);
      await rooms.database.$executeRaw`
        UPDATE availability.slot SET booked = 4, sold_capacity = 4 WHERE id = ${slot}`;
      await rooms.change(1, { mode: 'CAPACITY', capacity: 10 });
      await assert.rejects(hold(randomUUID()), /one party has the slot to itself/);
      assert.deepEqual(await shown(slot), [10, 0, 'full']);
    });
  });

  describe('the break after it', () => {
    it('stays when the break becomes shorter, and when the hours change', async () => {
      await rooms.change(1, { bufferMinutes: 30 });
      const slot = freshSlot();
      // Slots start at 06:00, 07:30, 09:00, 10:30.
      const half = slot + 30;
      assert.equal((await book(half)).code, 'taken');
      await rooms.change(1, { bufferMinutes: 0, opensAt: '06:30' });
      assert.deepEqual(await shown(half + 60), [0, 10, 'overlap'], 'from 11:30 to 12:30');
      assert.equal((await book(half + 60)).code, 'slot_blocked');
      assert.equal((await book(half + 120)).code, 'taken');
      assert.equal((await book(half - 60)).code, 'taken');
    });

    it('of a new booking must end before a booking from earlier hours', async () => {
      const slot = freshSlot();
      assert.equal((await book(slot)).code, 'taken');
      await rooms.change(1, { bufferMinutes: 20, opensAt: '06:10' });
      // Slots start at 06:10, 07:30, 08:50, 10:10.
      assert.deepEqual(await shown(slot - 70), [0, 10, 'overlap'], 'from 08:50, with its break until 10:10');
      assert.equal((await book(slot - 70)).code, 'slot_blocked');
      assert.equal((await book(slot - 150)).code, 'taken', 'from 07:30, with its break until 08:50');
    });

    it('is kept by a constraint, whatever statement occupies a slot', async () => {
      await rooms.change(1, { bufferMinutes: 30 });
      const slot = freshSlot();
      assert.equal((await book(slot + 30)).code, 'taken');
      const startsAt = new Date(Date.UTC(2030, 5, 3 + day, 9, 30));
      const insert = rooms.database.$executeRaw`
        INSERT INTO availability.slot (id, venue_id, facility_id, starts_at, ends_at, booked, sold_capacity)
        VALUES (${slot + 90}, 1, 1, ${startsAt}, ${startsAt}::timestamptz + interval '1 hour', 1, 1)`;
      await assert.rejects(insert, /slot_break_no_overlap/);
    });

    it('keeps its rooms when the facility changes its break and its rooms', async () => {
      await rooms.change(COURT_1, { bufferMinutes: 30, durationMinutes: 30 });
      const slot = freshSlot(COURT_1);
      assert.equal((await book(slot)).code, 'taken');
      await rooms.change(COURT_1, { bufferMinutes: 0, rooms: [] });
      await rooms.change(COURT_1, { rooms: [1] });
      const [use] = await rooms.database.$queryRaw<{ minutes: number }[]>`
        SELECT (extract(epoch FROM upper(during) - lower(during)) / 60)::integer AS minutes
        FROM availability.room_use WHERE slot_id = ${slot}`;
      assert.equal(use?.minutes, 60);
      const hall = rooms.slotOf(HALL, 24 * day);
      assert.equal((await book(hall)).code, 'room_taken');
      await rooms.change(COURT_1, { durationMinutes: 60 });
    });
  });
});
