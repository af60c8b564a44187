import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { countStatements } from '@venue-booking/kit/testing/countStatements';
import { until } from '@venue-booking/kit/testing/testMessaging';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { findAffected } from '../changes/findAffected.ts';
import { releasePlaces, takePlaces } from '../ledger/ledger.ts';
import { slotCalendar } from '../reads/calendar.ts';
import { availability, checkSlot, daySlots } from '../reads/slotReads.ts';
import { COURT_1, COURT_2, HALL, openTestRooms, type TestRooms } from '../testing/testRooms.ts';

describe('rooms', () => {
  let rooms: TestRooms;
  let hour = 0;
  beforeAll(async () => {
    rooms = await openTestRooms();
  });
  afterAll(() => rooms.close());
  /** An hour of a day that no other test uses. */
  const unusedHour = () => {
    hour += 24;
    return hour;
  };
  const dateOf = (hours: number) => new Date(Date.UTC(2030, 5, 3 + hours / 24)).toISOString().slice(0, 10);
  const book = async (facility: number, hours: number, { byVenue = false } = {}) => {
    const bookingUid = randomUUID();
    const slotId = rooms.slotOf(facility, hours);
    const { parties } = await rooms.reserve(slotId, [{ bookingUid, people: 1 }], byVenue);
    return { bookingUid, slotId, refused: parties[0]?.refused?.code ?? null };
  };
  const reasonAt = async (facility: number, hours: number) => {
    const { database } = rooms;
    const slotId = rooms.slotOf(facility, hours);
    const of = { venueId: 1, facilityId: facility };
    const date = dateOf(hours);
    const slot = (await daySlots({ database }, { ...of, date })).slots.find(({ id }) => id === slotId);
    const check = await checkSlot({ database }, { venueId: 1, slotId });
    const calendar = await slotCalendar({ database }, { venueId: 1, from: date });
    const shown = calendar.days[0]?.facilities.find(({ id }) => id === facility)?.slots;
    assert.deepEqual(
      [check.reason, check.bookable, shown?.find(({ id }) => id === slotId)?.reason ?? undefined],
      [slot?.reason, slot?.bookable, slot?.reason],
      'the check and the calendar show the same as the list',
    );
    assert.equal(slot?.bookable, slot?.blocked === false && slot.free > 0);
    return slot?.reason ?? null;
  };
  const freeOn = async (facility: number, hours: number) => {
    const date = dateOf(hours);
    const of = { venueId: 1, facilityId: facility };
    return (await availability(rooms, { ...of, from: date, to: date })).days[0]?.free;
  };

  it('block other slots that need them, and nothing else', async () => {
    const at = unusedHour();
    assert.equal((await book(COURT_1, at)).refused, null);
    assert.equal(await reasonAt(HALL, at), 'room_taken');
    assert.equal(await reasonAt(COURT_2, at), null);
    assert.deepEqual([await freeOn(HALL, at), await freeOn(COURT_2, at)], [230, 240]);
    assert.equal((await book(HALL, at)).refused, 'room_taken');
    assert.equal((await book(HALL, at, { byVenue: true })).refused, 'room_taken', 'also for the desk');
    assert.equal((await book(HALL, at + 1)).refused, null);
    assert.equal((await book(COURT_2, at)).refused, null);
    assert.equal(await reasonAt(COURT_1, at), 'full', 'a slot is not blocked by its own room');
  });

  it('are released with the places', async () => {
    const at = unusedHour();
    const { bookingUid } = await book(HALL, at);
    assert.equal((await book(COURT_2, at)).refused, 'room_taken');
    await releasePlaces(rooms.database, 1, bookingUid);
    assert.equal(await reasonAt(COURT_2, at), null);
    assert.equal((await book(COURT_2, at)).refused, null);
  });

  it('are taken for the buffer after a slot as well', async () => {
    const at = unusedHour();
    await rooms.change(COURT_1, { bufferMinutes: 30, durationMinutes: 30 });
    assert.equal((await book(COURT_1, at)).refused, null);
    assert.deepEqual([await reasonAt(HALL, at), await reasonAt(HALL, at + 1)], ['room_taken', null]);
    assert.equal((await book(HALL, at + 2)).refused, null);
    // From 11:15 to 11:45, with a buffer into the hall's hour.
    await rooms.change(COURT_1, { opensAt: '06:15', closesAt: '05:45' });
    assert.equal(await reasonAt(COURT_1, at + 1.25), 'room_taken', 'its buffer would extend into that hour');
    assert.equal((await book(COURT_1, at + 1.25)).refused, 'room_taken');
    const usual = { opensAt: '06:00', closesAt: '06:00', durationMinutes: 60, bufferMinutes: 0 };
    await rooms.change(COURT_1, usual);
  });

  it('are shared by the parties of one slot', async () => {
    const at = unusedHour();
    await rooms.change(HALL, { mode: 'CAPACITY' });
    for (let guest = 0; guest < 3; guest++) assert.equal((await book(HALL, at)).refused, null);
    assert.equal(await reasonAt(HALL, at), null);
    assert.equal((await book(COURT_1, at)).refused, 'room_taken');
    await rooms.change(HALL, { mode: 'FULL' });
  });

  /** Concurrent calls share a batch only if all rules are cached. The first call removes stale entries. */
  const cacheRules = async (facilities: readonly number[]) => {
    for (const facility of [...facilities, ...facilities]) await book(facility, unusedHour());
  };

  it('go to one party when a batch wants them several times', async () => {
    await cacheRules([HALL, COURT_1, COURT_2]);
    const at = unusedHour();
    const all = await Promise.all([HALL, COURT_1, HALL, COURT_2].map((facility) => book(facility, at)));
    assert.deepEqual(
      all.map(({ refused }) => refused),
      [null, 'room_taken', 'slot_full', 'room_taken'],
    );
  });

  it('go to the next party of a batch when the first does not fit', async () => {
    await cacheRules([HALL, COURT_1]);
    const at = unusedHour();
    const tooMany = { bookingUid: randomUUID(), people: 11 };
    const [first, next] = await Promise.all([
      rooms.reserve(rooms.slotOf(HALL, at), [tooMany]),
      book(COURT_1, at),
    ]);
    assert.deepEqual([first.parties[0]?.refused?.code, next.refused], ['places_short', null]);
  });

  it('are taken by a database trigger, whatever statement occupies a slot', async () => {
    const at = unusedHour();
    const insert = (facility: number) => rooms.database.$executeRaw`
      INSERT INTO availability.slot (id, venue_id, facility_id, starts_at, ends_at, booked, sold_capacity)
      SELECT ${rooms.slotOf(facility, at)}, 1, ${facility}, d, d + interval '1 hour', 1, 1
      FROM (SELECT '2030-06-03 08:00Z'::timestamptz + ${at} * interval '1 hour' AS d) d`;
    await insert(HALL);
    assert.deepEqual(await rooms.roomsOf(rooms.slotOf(HALL, at)), [1, 2]);
    await assert.rejects(insert(COURT_1), /room_use_no_overlap/);
    await rooms.database.slot.updateMany({
      where: { id: BigInt(rooms.slotOf(HALL, at)) },
      data: { booked: 0 },
    });
    await insert(COURT_1);
  });

  it('belong to a venue: the same id at another venue is another room', async () => {
    const at = unusedHour();
    await book(COURT_1, at);
    const { pricing: _, ...court } = await rooms.database.facility.findUniqueOrThrow({
      where: { id: COURT_1 },
    });
    const venue = await rooms.database.venue.findUniqueOrThrow({ where: { id: 1 } });
    await rooms.database.venue.create({ data: { ...venue, id: 2 } });
    await rooms.database.facility.create({ data: { ...court, id: 99, venueId: 2 } });
    const slotId = rooms.slotOf(99, at);
    const { slots } = await daySlots(rooms, { venueId: 2, facilityId: 99, date: dateOf(at) });
    assert.equal(slots.find(({ id }) => id === slotId)?.bookable, true);
  });

  describe('that a facility gets or loses', () => {
    const affected = (
      facilityId: number,
      to: number[],
      held: { id: number; slotId: number; people: number }[],
    ) =>
      findAffected(rooms, {
        venueId: 1,
        change: { of: 'settings', facilityId, before: { rooms: [] }, after: { rooms: to } },
        bookings: held,
      });

    it('apply to its future bookings as well, except where another booking has the room', async () => {
      const at = unusedHour();
      await rooms.change(COURT_1, { rooms: [] });
      const held = [];
      for (const hours of [at, at + 1]) held.push({ id: hours, people: 1, ...(await book(COURT_1, hours)) });
      await book(HALL, at);
      assert.deepEqual(await affected(COURT_1, [1], held), [at]);
      await rooms.change(COURT_1, { rooms: [1] });
      assert.deepEqual(await affected(COURT_1, [1], held), [at], 'the same after the change');
      assert.deepEqual(await rooms.roomsOf(rooms.slotOf(COURT_1, at)), []);
      assert.deepEqual(await rooms.roomsOf(rooms.slotOf(COURT_1, at + 1)), [1]);
      assert.equal((await book(HALL, at + 1)).refused, 'room_taken');
      await rooms.change(COURT_1, { rooms: [2] });
      assert.deepEqual(await rooms.roomsOf(rooms.slotOf(COURT_1, at + 1)), [2]);
      assert.equal((await book(COURT_2, at + 1)).refused, 'room_taken');
      await rooms.change(COURT_1, { rooms: [1] });
    });

    it('go to a booking that lacks them once their holder is released', async () => {
      const at = unusedHour();
      await rooms.change(COURT_1, { rooms: [] });
      await book(COURT_1, at);
      const hall = await book(HALL, at);
      await rooms.change(COURT_1, { rooms: [1] });
      await releasePlaces(rooms.database, 1, hall.bookingUid);
      assert.deepEqual(await rooms.roomsOf(rooms.slotOf(COURT_1, at)), [1]);
      assert.equal((await book(HALL, at)).refused, 'room_taken');
    });

    it('also apply to a reservation that commits during the change', async () => {
      const at = unusedHour();
      await rooms.change(COURT_1, { rooms: [] });
      const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slotId = rooms.slotOf(COURT_1, at);
      // Takes places by the old rules, and commits only after they change.
      const taking = rooms.database.$transaction(async (tx) => {
        await tx.$executeRaw`INSERT INTO availability.slot (id, venue_id, facility_id, starts_at, ends_at, booked, sold_capacity)
          SELECT ${slotId}, 1, ${COURT_1}, d, d + interval '1 hour', 1, 1
          FROM (SELECT '2030-06-03 08:00Z'::timestamptz + ${at} * interval '1 hour' AS d) d`;
        begun.resolve();
        await held.promise;
      });
      await begun.promise;
      const changing = rooms.change(COURT_1, { rooms: [1] }).then(() => 'changed');
      const waiting = async () =>
        (
          await rooms.database.$queryRaw<
            unknown[]
          >`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
        ).length > 0;
      await until(waiting);
      held.resolve();
      await taking;
      assert.equal(await changing, 'changed');
      assert.deepEqual(await rooms.roomsOf(slotId), [1]);
    });
  });

  it('cost no extra statement for reads and reservations', async () => {
    const at = unusedHour();
    const reads = (facilityId: number) => countStatements(() => daySlots(rooms, { venueId: 1, facilityId }));
    const takes = async (facility: number) => {
      await book(facility, at);
      return countStatements(() => book(facility, at + 1));
    };
    assert.deepEqual([await reads(1), await reads(HALL)], [1, 1]);
    assert.equal(await takes(HALL), await takes(1));
  });

  it('are rejected without a failed statement when already taken', async () => {
    const at = unusedHour();
    await book(HALL, at);
    const slotId = rooms.slotOf(COURT_1, at);
    await rooms.database.slot.create({
      data: {
        ...{ id: BigInt(slotId), venueId: 1, facilityId: COURT_1 },
        startsAt: new Date(Date.UTC(2030, 5, 3, 8 + at)),
        endsAt: new Date(Date.UTC(2030, 5, 3, 9 + at)),
      },
    });
    const [{ revision } = { revision: 0n }] = await rooms.database.$queryRaw<{ revision: bigint }[]>`
      SELECT f.revision + v.revision AS revision FROM availability.facility f JOIN availability.venue v ON v.id = f.venue_id
      WHERE f.id = ${COURT_1}`;
    const [taken] = await takePlaces(rooms.database, [
      {
        at: {
          ...{ venueId: 1, slotId, rooms: [1], revision },
          endsAt: Date.UTC(2030, 5, 3, 9 + at),
          days: { from: dateOf(at), count: 1 },
        },
        parties: [{ bookingUid: randomUUID(), people: 1 }],
      },
    ]);
    assert.equal(taken?.[0]?.outcome, 'stale');
  });
});
