import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { releasePlaces } from '../ledger/ledger.ts';
import { daySlots } from '../reads/slotReads.ts';
import { conflictsIn } from '../testing/roomsModel.ts';
import { COURT_1, COURT_2, HALL, openTestRooms, type TestRooms } from '../testing/testRooms.ts';

/** Facilities of the room of court 1: 90 minutes, shared by parties, and half an hour. */
const LONG = 31;
const SHARED = 32;
const SHORT = 33;

describe('a booking that moves within its room', () => {
  let rooms: TestRooms;
  let day = 0;
  beforeAll(async () => {
    rooms = await openTestRooms();
    const { pricing: _, ...court } = await rooms.database.facility.findUniqueOrThrow({
      where: { id: COURT_1 },
    });
    for (const more of [
      { id: LONG, durationMinutes: 90 },
      { id: SHARED, mode: 'CAPACITY', opensAt: '06:30' },
      { id: SHORT, durationMinutes: 30 },
    ])
      await rooms.database.facility.create({ data: { ...court, ...more } });
  });
  afterAll(async () => {
    assert.deepEqual(await rooms.broken(), []);
    await rooms.close();
  });
  const book = async (facility: number, hours: number, insteadOf?: string) => {
    const bookingUid = randomUUID();
    const slotId = rooms.slotOf(facility, 24 * day + hours);
    const party = { bookingUid, people: 1, ...(insteadOf && { insteadOf }) };
    const { parties } = await rooms.reserve(slotId, [party], true);
    return { bookingUid, slotId, code: parties[0]?.refused?.code ?? 'taken' };
  };
  const release = ({ bookingUid }: { bookingUid: string }) => releasePlaces(rooms.database, 1, bookingUid);
  /** The rooms that are taken on the day, with the local times. */
  const uses = async () =>
    rooms.database.$queryRaw<{ use: string }[]>`
      SELECT room_id || ' ' || to_char(lower(during) AT TIME ZONE 'Europe/Amsterdam', 'HH24:MI') || '-'
        || to_char(upper(during) AT TIME ZONE 'Europe/Amsterdam', 'HH24:MI') AS use
      FROM availability.room_use WHERE lower(during) >= ${new Date(Date.UTC(2030, 5, 3 + day))}
      ORDER BY 1`.then((rows) => rows.map(({ use }) => use));
  const moving = () => rooms.database.slot.count({ where: { moving: true } });

  it('takes a longer slot, an overlapping one and a part of its rooms, and keeps nothing of the old slot', async () => {
    for (const [from, start, to, end, left] of [
      [COURT_1, 0, LONG, 0.5, ['1 10:30-12:00']],
      [COURT_1, 0, SHARED, 0.5, ['1 10:30-11:30']],
      [LONG, 0.5, COURT_1, 1, ['1 11:00-12:00']],
      [HALL, 0, COURT_2, 0, ['2 10:00-11:00']],
      [COURT_1, 0, HALL, 0, ['1 10:00-11:00', '2 10:00-11:00']],
    ] as const) {
      day += 1;
      const old = await book(from, start);
      const moved = await book(to, end, old.bookingUid);
      assert.deepEqual([old.code, moved.code], ['taken', 'taken'], `${from} to ${to}`);
      await release(old);
      assert.deepEqual(await uses(), left, `${from} to ${to}`);
      assert.equal(await moving(), 0);
    }
    assert.deepEqual(await conflictsIn(rooms.database), []);
  });

  it('keeps both times until the change is saved, and its old slot if the change fails', async () => {
    day += 1;
    const old = await book(COURT_1, 0);
    const moved = await book(SHARED, 0.5, old.bookingUid);
    assert.equal(moved.code, 'taken');
    for (const other of [await book(SHORT, 0), await book(SHORT, 1), await book(HALL, 0)])
      assert.equal(other.code, 'room_taken', 'for others both times are taken');
    assert.equal((await book(SHARED, 0.5)).code, 'slot_full', 'nobody joins the new slot meanwhile');
    await release(moved);
    assert.deepEqual(await uses(), ['1 10:00-11:00']);
    assert.equal(await moving(), 0);
    assert.equal((await book(SHORT, 1)).code, 'taken');
  });

  it('gets the same result on a retry, and lets others join the new slot afterwards', async () => {
    day += 1;
    const old = await book(COURT_1, 0);
    const slotId = rooms.slotOf(SHARED, 24 * day + 0.5);
    const party = { bookingUid: randomUUID(), people: 1, insteadOf: old.bookingUid };
    for (let attempt = 0; attempt < 2; attempt++)
      assert.equal((await rooms.reserve(slotId, [party], true)).parties[0]?.refused, null);
    await release(old);
    assert.equal((await book(SHARED, 0.5)).code, 'taken');
  });

  it('is rejected while other parties are in its slot, and where another booking has the room as well', async () => {
    day += 1;
    const one = await book(SHARED, 0.5);
    const other = await book(SHARED, 0.5);
    assert.equal((await book(COURT_1, 0, one.bookingUid)).code, 'room_taken');
    assert.equal(await moving(), 0);
    await release(other);
    assert.equal((await book(SHORT, 0)).code, 'taken');
    assert.equal(
      (await book(COURT_1, 0, one.bookingUid)).code,
      'room_taken',
      'from 10:00, which overlaps 10:00 to 10:30',
    );
    assert.deepEqual(await uses(), ['1 10:00-10:30', '1 10:30-11:30']);
    assert.equal((await book(COURT_1, 1, one.bookingUid)).code, 'taken');
    await release(one);
  });

  it('never shares its room, however many bookings move, are made and are cancelled at once', async () => {
    day += 1;
    const facilities = [COURT_1, LONG, SHARED, SHORT, HALL];
    const any = <T>(all: readonly T[]) => all[Math.floor(Math.random() * all.length)] as T;
    const slots = new Map<number, number[]>();
    for (const facilityId of facilities) {
      const date = new Date(Date.UTC(2030, 5, 3 + day)).toISOString().slice(0, 10);
      const { slots: all } = await daySlots(rooms, { venueId: 1, facilityId, date });
      slots.set(
        facilityId,
        all.slice(0, 12).map(({ id }) => id),
      );
    }
    let moves = 0;
    const work = async () => {
      const held: string[] = [];
      for (let step = 0; step < 60; step++) {
        const slotId = any(slots.get(any(facilities)) ?? []);
        const old = Math.random() < 0.6 ? held.shift() : undefined;
        const bookingUid = randomUUID();
        const party = { bookingUid, people: 1, ...(old && { insteadOf: old }) };
        // Half of them are off the grid, so that they also move within their own time.
        const { parties } = await rooms.reserve(slotId, [party], true, any([undefined, undefined, 45, 75]));
        const isTaken = !parties[0]?.refused;
        if (isTaken && old) moves += 1;
        // A change that fails to be saved releases the new places.
        const fails = isTaken && Math.random() < 0.3;
        if (fails) await releasePlaces(rooms.database, 1, bookingUid);
        else if (isTaken) held.push(bookingUid);
        if (old && (fails || !isTaken)) held.push(old);
        else if (old) await releasePlaces(rooms.database, 1, old);
        const cancelled = Math.random() < 0.2 ? held.shift() : undefined;
        if (cancelled) await releasePlaces(rooms.database, 1, cancelled);
      }
    };
    await Promise.all(Array.from({ length: 4 }, work));
    assert.ok(moves > 10, `${moves} moves`);
    assert.deepEqual(await conflictsIn(rooms.database), []);
    assert.equal(await moving(), 0);
    assert.equal(await rooms.database.ownMove.count(), 0);
  });
});
