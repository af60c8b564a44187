import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { patchSlot } from '../changes/patchSlot.ts';
import { takePlaces } from '../ledger/ledger.ts';
import { daySlots } from '../reads/slotReads.ts';
import { conflictsIn } from '../testing/roomsModel.ts';
import { COURT_1, HALL, openTestRooms, type TestRooms } from '../testing/testRooms.ts';
import { release as releaseOf } from './release.ts';
import { createReserve } from './reserve.ts';

/** A facility of the room of court 1 with breaks of 15 minutes, open from 10:00 to 18:00. */
const BREAKS = 41;
/** Minutes of ten past ten to twenty-five past eleven. */
const [TEN_PAST, LENGTH] = [10 / 60, 75];

describe('a booking off the grid', () => {
  let rooms: TestRooms;
  let day = 0;
  beforeAll(async () => {
    rooms = await openTestRooms();
    const { pricing: _, ...court } = await rooms.database.facility.findUniqueOrThrow({
      where: { id: COURT_1 },
    });
    await rooms.database.facility.create({
      data: { ...court, id: BREAKS, bufferMinutes: 15, opensAt: '10:00', closesAt: '18:00' },
    });
  });
  afterAll(() => rooms.close());

  const book = async (
    facility: number,
    hours: number,
    {
      minutes,
      insteadOf,
      people = 1,
    }: { minutes?: number | undefined; insteadOf?: string; people?: number } = {},
  ) => {
    const bookingUid = randomUUID();
    const slotId = rooms.slotOf(facility, 24 * day + hours);
    const party = { bookingUid, people, ...(insteadOf && { insteadOf }) };
    const { slot, parties } = await rooms.reserve(slotId, [party], true, minutes);
    return { bookingUid, slotId, slot, code: parties[0]?.refused?.code ?? 'taken' };
  };
  const release = ({ bookingUid }: { bookingUid: string }) =>
    releaseOf(rooms.database, { venueId: 1, bookingUid });
  /** What guests see from 9:00 to 13:00: `10:00 overlap` or `09:00 free`. */
  const seen = async (facilityId: number) => {
    const date = new Date(Date.UTC(2030, 5, 3 + day)).toISOString().slice(0, 10);
    const { slots } = await daySlots(rooms, { venueId: 1, facilityId, date });
    return slots
      .map(({ starts_at, reason = 'free' }) => `${starts_at.slice(11)} ${reason}`)
      .filter((one) => one >= '09' && one < '13');
  };
  const sound = async () => {
    assert.deepEqual(await conflictsIn(rooms.database), []);
    assert.deepEqual(await rooms.broken(), []);
    assert.equal(await rooms.database.slot.count({ where: { moving: true } }), 0);
    assert.equal(await rooms.database.ownMove.count(), 0);
  };
  const FREE = ['09:00 free', '10:00 free', '11:00 free', '12:00 free'];
  const TAKEN = ['09:00 free', '10:00 overlap', '10:10 closed', '11:00 overlap', '12:00 free'];

  it('takes its own times from the slots of the grid and from those of its rooms, until it is released', async () => {
    day += 1;
    const made = await book(COURT_1, TEN_PAST, { minutes: LENGTH });
    assert.equal(made.code, 'taken');
    assert.equal((made.slot?.endsAt ?? 0) - (made.slot?.startsAt ?? 0), LENGTH * 60_000);
    assert.deepEqual(await seen(COURT_1), TAKEN);
    assert.deepEqual(await seen(HALL), ['09:00 free', '10:00 room_taken', '11:00 room_taken', '12:00 free']);
    for (const [facility, hours, minutes, code] of [
      [COURT_1, 0, undefined, 'slot_blocked'],
      [COURT_1, 1, undefined, 'slot_blocked'],
      [COURT_1, 1, 30, 'slot_blocked'],
      [HALL, 1.25, 30, 'room_taken'],
      [COURT_1, TEN_PAST, LENGTH, 'slot_full'],
      [COURT_1, 17 / 12, 30, 'taken'],
      [COURT_1, 2, undefined, 'taken'],
    ] as const)
      assert.equal((await book(facility, hours, { minutes })).code, code, `${facility} ${hours}`);
    await release(made);
    assert.equal((await book(COURT_1, 0)).code, 'taken');
    await sound();
  });

  it('keeps its break, and is only within the opening hours and outside of blocks', async () => {
    day += 1;
    assert.equal((await book(BREAKS, 0.5, { minutes: 30 })).code, 'taken');
    assert.equal((await book(BREAKS, 1, { minutes: 30 })).code, 'slot_blocked');
    assert.equal((await book(COURT_1, 1)).code, 'room_taken');
    assert.equal((await book(BREAKS, 1.25, { minutes: 45 })).code, 'taken');
    for (const [hours, minutes] of [
      [-0.25, 60],
      [7.5, 45],
      [8, 30],
    ] as const)
      assert.equal((await book(BREAKS, hours, { minutes })).code, 'outside_hours', `${hours}`);
    assert.equal((await book(BREAKS, 7.5, { minutes: 30 })).code, 'taken', 'until closing');
    assert.equal((await book(BREAKS, 3 + TEN_PAST)).code, 'slot_unknown', 'without a length');
    await rooms.database.$executeRaw`
      INSERT INTO availability.block (venue_id, facility_id, during)
      VALUES (1, ${BREAKS}, tstzrange(${new Date(Date.UTC(2030, 5, 3 + day, 12))}, ${new Date(Date.UTC(2030, 5, 3 + day, 13))}))`;
    assert.equal((await book(BREAKS, 3.5, { minutes: 45 })).code, 'slot_blocked');
    await sound();
  });

  it('moves to a time that overlaps its own slot, or gets longer, or goes back onto the grid', async () => {
    day += 1;
    let held = await book(COURT_1, 0);
    for (const [hours, minutes, seenThen] of [
      [TEN_PAST, LENGTH, TAKEN],
      [TEN_PAST, 30, ['09:00 free', '10:00 overlap', '10:10 closed', '11:00 free', '12:00 free']],
      [0, 90, ['09:00 free', '10:00 closed', '11:00 overlap', '12:00 free']],
      [0, 60, ['09:00 free', '10:00 full', '11:00 free', '12:00 free']],
      [-0.5, 90, ['09:00 overlap', '09:30 closed', '10:00 overlap', '11:00 free', '12:00 free']],
      [0, undefined, ['09:00 free', '10:00 full', '11:00 free', '12:00 free']],
    ] as const) {
      const moved = await book(COURT_1, hours, { ...(minutes && { minutes }), insteadOf: held.bookingUid });
      const takes = { code: moved.code, ms: (moved.slot?.endsAt ?? 0) - (moved.slot?.startsAt ?? 0) };
      assert.deepEqual(takes, { code: 'taken', ms: (minutes ?? 60) * 60_000 }, `${hours} for ${minutes}`);
      const again = { bookingUid: moved.bookingUid, people: 1, insteadOf: held.bookingUid };
      const retried = await rooms.reserve(moved.slotId, [again], true, minutes);
      assert.deepEqual([retried.slot, retried.parties[0]?.refused], [moved.slot, null], 'a retry');
      assert.equal((await book(COURT_1, 0.25, { minutes: 30 })).code, 'slot_blocked', 'both times are held');
      await release(held);
      assert.deepEqual(await seen(COURT_1), seenThen, `${hours} for ${minutes}`);
      await sound();
      held = moved;
    }
    await release(held);
    assert.deepEqual(await seen(COURT_1), FREE);
    assert.equal((await book(HALL, 0)).code, 'taken', 'its room is free again');
  });

  it('keeps the own capacity of its slot, and leaves it to no other slot after its release', async () => {
    day += 1;
    const slotId = rooms.slotOf(COURT_1, 24 * day);
    await patchSlot(rooms, { venueId: 1, slotId, patch: { capacity: 4 } });
    const date = new Date(Date.UTC(2030, 5, 3 + day)).toISOString().slice(0, 10);
    const capacities = async () => {
      const { slots } = await daySlots(rooms, { venueId: 1, facilityId: COURT_1, date });
      return slots.filter((one) => /T1[01]:/.test(one.starts_at)).map(({ capacity }) => capacity);
    };
    const before = await capacities();
    assert.equal(before[0], 4);
    const made = await book(COURT_1, 0, { minutes: 90 });
    const moved = await book(COURT_1, 0, { minutes: 75, insteadOf: made.bookingUid });
    assert.deepEqual([made.code, moved.code], ['taken', 'taken']);
    await release(made);
    const many = await book(COURT_1, 0, { minutes: 90, insteadOf: moved.bookingUid, people: 5 });
    assert.equal(many.code, 'slot_blocked', 'more than the capacity of its slot');
    await release(moved);
    assert.deepEqual(await capacities(), before);
    await sound();
  });

  it('keeps its former time if the move is not saved, and cannot move onto others', async () => {
    day += 1;
    const held = await book(COURT_1, 0);
    for (let time = 0; time < 2; time++) {
      const moved = await book(COURT_1, TEN_PAST, { minutes: LENGTH, insteadOf: held.bookingUid });
      assert.equal(moved.code, 'taken');
      assert.equal(
        (await book(COURT_1, TEN_PAST, { minutes: 90, insteadOf: held.bookingUid })).code,
        'slot_blocked',
      );
      await release(moved);
      assert.deepEqual(await seen(COURT_1), ['09:00 free', '10:00 full', '11:00 free', '12:00 free']);
      await sound();
    }
    await book(HALL, 1);
    const onto = await book(COURT_1, TEN_PAST, { minutes: LENGTH, insteadOf: held.bookingUid });
    assert.equal(onto.code, 'slot_blocked', 'the hall is taken from 11:00');
    assert.deepEqual(await seen(COURT_1), ['09:00 free', '10:00 full', '11:00 room_taken', '12:00 free']);
    await sound();
  });

  /** Bookings of both kinds want overlapping times at once; returns how many were taken. */
  async function rush(ledger: typeof takePlaces): Promise<number> {
    day += 1;
    const replicas = [1, 2].map(() => createReserve({ database: rooms.database, takePlaces: ledger }));
    const wants = Array.from({ length: 32 }, (_, guest) => guest);
    const taken = await Promise.all(
      wants.map(async (guest) => {
        const off = guest % 2 === 0;
        const slotId = rooms.slotOf(BREAKS, 24 * day + (off ? 0.25 : 0));
        const parties = [{ bookingUid: randomUUID(), people: 1 }];
        const input = { venueId: 1, slotId, parties, byVenue: true, ...(off && { minutes: 60 }) };
        const result = await replicas[guest % 4 < 2 ? 0 : 1]?.(input);
        return result?.parties[0]?.refused ? 0 : 1;
      }),
    );
    return taken.reduce<number>((sum, one) => sum + one, 0);
  }

  it('never shares its time with a booking of the grid, with 32 at once', async () => {
    for (let round = 0; round < 3; round++) assert.equal(await rush(takePlaces), 1);
    await sound();
  });

  it('shares it with a check-then-act ledger without constraints, so this test can fail', async () => {
    for (const constraint of ['slot_no_overlap', 'slot_break_no_overlap'])
      await rooms.database.$executeRawUnsafe(`ALTER TABLE availability.slot DROP CONSTRAINT ${constraint}`);
    await rooms.database.$executeRawUnsafe('ALTER TABLE availability.slot DISABLE TRIGGER slot_takes_rooms');
    let most = 0;
    const lookThenWrite: typeof takePlaces = async (database, requests) => {
      const unlocked = requests.map((one) => ({ ...one, at: { ...one.at, rooms: [] } }));
      return takePlaces(database, unlocked);
    };
    for (let round = 0; round < 12 && most < 2; round++) most = Math.max(most, await rush(lookThenWrite));
    assert.ok(most > 1, 'no round had a conflict');
  });
});
