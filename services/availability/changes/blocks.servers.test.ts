import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { until } from '@venue-booking/kit/testing/testMessaging';
import type { BlockRequest } from '@venue-booking/proto/booking/calendar';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { addBlocks } from '../blocks/blockStore.ts';
import { releasePlaces, takePlaces } from '../ledger/ledger.ts';
import { slotCalendar } from '../reads/calendar.ts';
import { listBlocks } from '../reads/listBlocks.ts';
import { availability, daySlots } from '../reads/slotReads.ts';
import { findDays } from '../rules/rulesStore.ts';
import { ensureRows } from '../slots/slotStore.ts';
import { COURT_1, COURT_2, HALL, openTestRooms, type TestRooms } from '../testing/testRooms.ts';
import { blockSlots, previewBlock } from './blockSlots.ts';
import { liftBlock } from './liftBlock.ts';
import { patchSlot } from './patchSlot.ts';

const DAY = '2030-06-03';
/** What most tests block: three hours of one facility. */
const AFTERNOON = { from: DAY, to: DAY, from_time: '14:00', to_time: '16:00' };

describe('blocks', () => {
  let rooms: TestRooms;
  beforeAll(async () => {
    rooms = await openTestRooms();
  });
  afterAll(async () => {
    assert.deepEqual(await rooms.broken(), []);
    await rooms.close();
  });
  afterEach(async () => {
    await rooms.database.$executeRaw`DELETE FROM availability.block`;
    await rooms.database.$executeRaw`DELETE FROM availability.opening_exception`;
    await rooms.database.slot.updateMany({ data: { blocked: false, capacity: null } });
    const usual = { opensAt: '06:00', durationMinutes: 60, bufferMinutes: 0, timetable: null };
    for (const id of [1, COURT_1]) await rooms.change(id, usual);
  });
  const block = (request: Partial<BlockRequest> = {}) =>
    blockSlots(rooms, { venueId: 1, block: { ...AFTERNOON, blocked: true, ...request } });
  /** Start times of the slots between 12:00 and 18:00 that the day's list shows as blocked. */
  const blocked = async (facilityId = 1) => {
    const { slots } = await daySlots(rooms, { venueId: 1, facilityId, date: DAY });
    return slots
      .filter(({ reason }) => reason === 'blocked')
      .map(({ starts_at }) => starts_at.slice(11))
      .filter((time) => time > '12' && time < '18');
  };
  const listed = async () =>
    (await listBlocks(rooms, { venueId: 1, from: DAY })).map(
      ({ starts_at, ends_at, facility_id, room_id, reason }) =>
        `${facility_id ?? room_id ?? 'venue'} ${starts_at.slice(5)} ${ends_at.slice(11)} ${reason}`.trim(),
    );
  const book = async (slotId: number) => {
    const bookingUid = randomUUID();
    const { parties } = await rooms.reserve(slotId, [{ bookingUid, people: 1 }]);
    return { bookingUid, code: parties[0]?.refused?.code ?? 'taken' };
  };

  it('stay where they are when the opening time, the slot length, the break or the timetable changes', async () => {
    const windows = [{ days: [1], starts: ['13:30', '15:15', '17:00'] }];
    const changes: [Record<string, unknown>, string[]][] = [
      [{ opensAt: '06:30' }, ['13:30', '14:30', '15:30']],
      [{ durationMinutes: 45 }, ['13:30', '14:15', '15:00', '15:45']],
      [{ durationMinutes: 180 }, ['15:00']],
      [{ bufferMinutes: 15 }, ['13:30', '14:45']],
      [{ timetable: JSON.stringify([{ windows }]) }, ['13:30', '15:15']],
    ];
    await block({ facilities: [1] });
    assert.deepEqual(await blocked(), ['14:00', '15:00']);
    for (const [change, expected] of changes) {
      await rooms.change(1, change);
      const starts = await blocked();
      assert.deepEqual(
        change.durationMinutes === 180 ? starts.filter((time) => time > '13') : starts,
        expected,
        JSON.stringify(change),
      );
      const { slots } = await daySlots(rooms, { venueId: 1, facilityId: 1, date: DAY });
      for (const { id, reason } of slots)
        if (reason === 'blocked') assert.equal((await book(id)).code, 'slot_blocked');
      const usual = { opensAt: '06:00', durationMinutes: 60, bufferMinutes: 0, timetable: null };
      await rooms.change(1, usual);
    }
    await rooms.database.openingException.create({
      data: {
        ...{ venueId: 1, facilityId: 1, date: new Date(DAY), removed: false, closed: false },
        ...{ opensAt: '13:20', closesAt: '18:20', revision: 50n },
      },
    });
    assert.deepEqual(await blocked(), ['13:20', '14:20', '15:20']);
    const { days } = await availability(rooms, { venueId: 1, facilityId: 1, from: DAY, to: DAY });
    assert.deepEqual(days, [{ date: DAY, free: 20, bookable: true }]);
  });

  it('cover a facility, the facilities that use a room, or the whole venue, and are listed with a reason', async () => {
    await block({ facilities: [COURT_1], reason: 'Net repair' });
    assert.deepEqual([await blocked(COURT_1), await blocked(HALL)], [['14:00', '15:00'], []]);
    await block({ rooms: [2], from_time: '16:00', to_time: '17:00', reason: 'Leak' });
    assert.deepEqual(
      [await blocked(COURT_1), await blocked(COURT_2), await blocked(HALL)],
      [['14:00', '15:00'], ['16:00'], ['16:00']],
    );
    await block({ from_time: '13:00', to_time: '13:30' });
    for (const id of [1, HALL, COURT_1, COURT_2]) assert.equal((await blocked(id))[0], '13:00');
    assert.deepEqual(await listed(), [
      'venue 06-03T13:00 13:30',
      `${COURT_1} 06-03T14:00 16:00 Net repair`,
      '2 06-03T16:00 17:00 Leak',
    ]);
    const { blocks } = await slotCalendar(rooms, { venueId: 1, from: DAY });
    assert.deepEqual(blocks, await listBlocks(rooms, { venueId: 1, from: DAY, to: DAY }));
    assert.deepEqual(await listBlocks(rooms, { venueId: 1, from: '2030-06-04' }), []);
  });

  it('of whole days become one block, and the same block is not added twice', async () => {
    const days = { from: DAY, to: '2030-06-05', from_time: undefined, to_time: undefined };
    for (const facilities of [[1], [1], [COURT_2]])
      assert.equal((await block({ ...days, facilities })).changed_slots % 24, 0);
    assert.deepEqual(await listed(), ['1 06-03T06:00 06:00', `${COURT_2} 06-03T06:00 06:00`]);
    await block({ facilities: [1], reason: 'Renovation' });
    assert.equal((await listed()).length, 3, 'a reason of its own');
  });

  it('keep what remains when a part is unblocked, and its reason', async () => {
    await block({ facilities: [1, COURT_1], to_time: '17:00', reason: 'Course' });
    const part = { from_time: '15:00', to_time: '16:00', blocked: false };
    assert.equal((await block({ ...part, facilities: [1] })).changed_slots, 1);
    assert.deepEqual([await blocked(), (await blocked(COURT_1)).length], [['14:00', '16:00'], 3]);
    assert.deepEqual(
      (await listed()).filter((line) => line.startsWith('1 ')),
      ['1 06-03T14:00 15:00 Course', '1 06-03T16:00 17:00 Course'],
    );
    await patchSlot(rooms, { venueId: 1, slotId: rooms.slotAt(4), patch: { blocked: false } });
    assert.deepEqual(await blocked(), ['16:00']);
    assert.equal((await book(rooms.slotAt(4))).code, 'taken');
  });

  it('of the venue or a room are lifted as such, not by unblocking one facility', async () => {
    await block();
    const unblock = { facilities: [1], blocked: false };
    await assert.rejects(block(unblock), { code: 'blocked_elsewhere' });
    const patch = patchSlot(rooms, { venueId: 1, slotId: rooms.slotAt(5), patch: { blocked: false } });
    await assert.rejects(patch, { code: 'blocked_elsewhere' });
    const [venues] = await listBlocks(rooms, { venueId: 1, from: DAY });
    const id = venues?.id ?? 0;
    await assert.rejects(liftBlock(rooms, { venueId: 2, id }), { code: 'block_not_found' });
    assert.deepEqual(await liftBlock(rooms, { venueId: 1, id }), {
      block: venues,
      facilityIds: [1, HALL, COURT_1, COURT_2],
    });
    assert.deepEqual([await blocked(), await listed()], [[], []]);
    await assert.rejects(liftBlock(rooms, { venueId: 1, id }), { code: 'block_not_found' });
    await block({ rooms: [1] });
    await block({ rooms: [1], blocked: false });
    assert.deepEqual([await blocked(HALL), await listed()], [[], []]);
  });

  it('are rejected for unknown rooms, both scopes at once, and hours that end before they start', async () => {
    await assert.rejects(block({ rooms: [9] }), { code: 'room_not_found' });
    await assert.rejects(block({ rooms: [1], facilities: [1] }), { code: 'validation' });
    await assert.rejects(block({ from_time: '16:00', to_time: '14:00' }), { code: 'validation' });
    await assert.rejects(previewBlock(rooms, { venueId: 77, block: { ...AFTERNOON, blocked: true } }), {
      code: 'venue_not_found',
    });
    assert.deepEqual(await listed(), []);
  });

  it('preview only slots that are not blocked yet, and those of bookings off the grid', async () => {
    const preview = async () =>
      (await previewBlock(rooms, { venueId: 1, block: { ...AFTERNOON, facilities: [1], blocked: true } }))
        .change;
    const [off, bookingUid] = [rooms.slotOf(1, 5.25), randomUUID()];
    await rooms.reserve(off, [{ bookingUid, people: 1 }], true, 30);
    await block({ facilities: [1], to_time: '15:00' });
    const change = await preview();
    assert.deepEqual(change?.of === 'slots' && change.slotIds, [rooms.slotAt(5), off]);
    await block({ facilities: [1] });
    assert.equal(await preview(), null);
    await releasePlaces(rooms.database, 1, bookingUid);
  });

  describe('beside the previous release', () => {
    /** Blocks or unblocks a slot as the previous release does. */
    const flag = (slotId: number, value: boolean) => rooms.database.$executeRaw`
      INSERT INTO availability.slot AS s (venue_id, facility_id, id, starts_at, ends_at, blocked)
      SELECT 1, 1, ${slotId}, at, at + interval '1 hour', ${value}
      FROM (SELECT timestamptz '2030-06-03T08:00Z' + ${slotId - rooms.slotAt(0)} * interval '1 minute' AS at) times
      ON CONFLICT (venue_id, id) DO UPDATE SET blocked = excluded.blocked WHERE s.blocked <> excluded.blocked`;
    const flags = async () =>
      (await rooms.database.slot.findMany({ where: { blocked: true }, orderBy: { id: 'asc' } })).map(
        ({ id }) => Number(id),
      );

    it('take over what it blocks and unblocks', async () => {
      for (const slot of [7, 8]) await flag(rooms.slotAt(slot), true);
      await rooms.change(1, { opensAt: '06:30' });
      assert.deepEqual(await blocked(), ['16:30', '17:30']);
      await flag(rooms.slotAt(8), false);
      await flag(rooms.slotAt(8), false);
      assert.deepEqual(await listed(), ['1 06-03T17:00 18:00']);
    });

    it('show it the slots that are blocked, also after they are lifted in part', async () => {
      await block({ facilities: [1], from_time: '14:30' });
      assert.deepEqual(await flags(), [rooms.slotAt(4), rooms.slotAt(5)]);
      await block({ facilities: [1], from_time: '14:30', to_time: '15:00', blocked: false });
      assert.deepEqual([await flags(), await listed()], [[rooms.slotAt(5)], ['1 06-03T15:00 16:00']]);
    });

    it('reject its reservations, for a slot with and without bookings', async () => {
      const [joined, fresh] = [rooms.slotAt(28), rooms.slotAt(29)];
      assert.equal((await book(joined)).code, 'taken');
      await block({ facilities: [1], from: '2030-06-04', to: '2030-06-04' });
      // Its statement checks only `slot.blocked`.
      const take = (slotId: number) => rooms.database.$executeRaw`
        INSERT INTO availability.allocation (booking_uid, venue_id, slot_id, places)
        VALUES (${randomUUID()}::uuid, 1, ${slotId}, 1)`;
      for (const slot of [joined, fresh]) await assert.rejects(take(slot), /the slot is blocked/);
    });
  });

  it('reject a reservation whose statement began before the block, which the statement alone would not', async () => {
    const slotId = rooms.slotAt(53);
    const interval = { startsAt: Date.parse('2030-06-05T13:00Z'), endsAt: Date.parse('2030-06-05T14:00Z') };
    const found = await findDays(rooms.database, {
      ...{ venueId: 1, facilityId: 1 },
      days: { from: '2030-06-05', count: 1 },
    });
    assert.ok(found);
    const { days, revision } = found.rules;
    const at = { venueId: 1, slotId, rooms: [], days, revision, endsAt: interval.endsAt };
    /** Takes a place with a statement that waits for its slot while the time is blocked. */
    const takeDuringBlock = async () => {
      await ensureRows(rooms.database, [{ venueId: 1, facilityId: 1, id: slotId, ...interval }]);
      const request = { at, parties: [{ bookingUid: randomUUID(), people: 1 }] };
      const { taking } = await rooms.database.$transaction(async (tx) => {
        const [holder] = await tx.$queryRaw<{ pid: number }[]>`
          SELECT pg_backend_pid() AS pid FROM availability.slot WHERE id = ${slotId} FOR UPDATE`;
        const taking = takePlaces(rooms.database, [request]).then(
          ([outcomes]) => outcomes?.[0]?.outcome,
          (error: Error) => error.message,
        );
        await until(async () => {
          const waiting = await rooms.database.$queryRaw<unknown[]>`
            SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND ${holder?.pid ?? 0}::integer = ANY(pg_blocking_pids(pid))`;
          return waiting.length > 0;
        });
        const scopes = [{ facilityId: 1, roomId: null }];
        await addBlocks(rooms.database, { venueId: 1, scopes, intervals: [interval] }, '');
        return { taking };
      });
      return taking;
    };
    assert.match(String(await takeDuringBlock()), /the slot is blocked/);
    assert.equal(await rooms.booked(slotId), 0);
    await rooms.database.$executeRaw`DELETE FROM availability.block`;
    const trigger = (state: 'DISABLE' | 'ENABLE') =>
      rooms.database.$executeRawUnsafe(
        `ALTER TABLE availability.allocation ${state} TRIGGER allocation_not_in_block`,
      );
    await trigger('DISABLE');
    assert.equal(await takeDuringBlock().finally(() => trigger('ENABLE')), 'taken');
  });
});
