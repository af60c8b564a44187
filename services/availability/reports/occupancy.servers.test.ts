import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addDays } from '@venue-booking/domain/schedule/venueTime';
import { countStatements } from '@venue-booking/kit/testing/countStatements';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { releasePlaces } from '../ledger/ledger.ts';
import { daySlots } from '../reads/slotReads.ts';
import { MONDAY_10, openTestLedger, type TestLedger } from '../testing/testLedger.ts';
import { COURT_1, COURT_2, HALL, openTestRooms, type TestRooms } from '../testing/testRooms.ts';
import { occupancy } from './occupancy.ts';

const MONDAY = '2030-06-03';
const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

describe('occupancy', () => {
  let ledger: TestLedger;
  beforeAll(async () => {
    ledger = await openTestLedger();
  });
  afterAll(() => ledger.close());
  const offered = async (from: string, to = from) =>
    (await occupancy(ledger.database, { venueId: 1, from, to })).reduce((sum, hour) => sum + hour.offered, 0);

  it('offers as many slots as each day lists, also when clocks change', async () => {
    // Spring forward, fall back, and a day without a clock change.
    for (const [date, slots] of [
      ['2030-03-30', 23],
      ['2030-10-26', 25],
      [MONDAY, 24],
    ] as const) {
      const list = await daySlots({ database: ledger.database }, { venueId: 1, facilityId: 1, date });
      assert.equal(list.slots.length, slots, date);
      assert.equal(await offered(date), slots, date);
    }
    assert.equal(await offered('2030-03-28', '2030-04-03'), 7 * 24 - 1);
  });

  it('excludes slots of closed days and blocked slots', async () => {
    const before = await offered(MONDAY, addDays(MONDAY, 6));
    await ledger.database.openingException.create({
      data: {
        venueId: 1,
        facilityId: 1,
        date: new Date('2030-06-04'),
        removed: false,
        closed: true,
        opensAt: '',
        closesAt: '',
        revision: 9n,
      },
    });
    assert.equal(await offered(MONDAY, addDays(MONDAY, 6)), before - 24);
    const id = ledger.slotAt(5);
    await ledger.reserve(id, [{ bookingUid: randomUUID(), people: 1 }]);
    assert.equal(await offered(MONDAY), 24);
    await ledger.database.slot.update({ where: { id: BigInt(id) }, data: { blocked: true } });
    const hours = await occupancy(ledger.database, { venueId: 1, from: MONDAY, to: MONDAY });
    const blocked = hours.find(({ weekday, hour }) => weekday === 1 && hour === 15);
    assert.deepEqual(
      [blocked?.offered, blocked?.booked],
      [0.1, 0.1],
      'places booked before the block count as offered',
    );
  });

  it('subtracts a slot without places once, and only if the hours have it', async () => {
    const day = '2030-06-10';
    const [ten, six] = [MONDAY_10 + 7 * DAY_MS, MONDAY_10 + 7 * DAY_MS + 8 * HOUR_MS];
    const total = async () => {
      const list = await daySlots({ database: ledger.database }, { venueId: 1, facilityId: 1, date: day });
      const open = list.slots.filter(({ blocked, capacity }) => !blocked && capacity > 0);
      const count = await offered(day);
      assert.equal(count, open.length, 'as many as the day lists');
      return count;
    };
    const empty = async (startsAt: number, blocked = false) => {
      const id = BigInt(slotIdOf(1, startsAt) ?? assert.fail());
      const times = { startsAt: new Date(startsAt), endsAt: new Date(startsAt + HOUR_MS) };
      await ledger.database.slot.create({
        data: { id, venueId: 1, facilityId: 1, ...times, capacity: 0, blocked },
      });
    };
    const hoursOn = (opensAt: string, closesAt: string, revision: bigint) =>
      ledger.database.openingException.upsert({
        where: { venueId_facilityId_date: { venueId: 1, facilityId: 1, date: new Date(day) } },
        create: {
          ...{ venueId: 1, facilityId: 1, date: new Date(day), removed: false, closed: opensAt === '' },
          ...{ opensAt, closesAt, revision },
        },
        update: { opensAt, closesAt, closed: opensAt === '', revision },
      });
    assert.equal(await total(), 24);
    await empty(ten);
    await empty(six, true);
    assert.equal(await total(), 22, 'also if it is blocked');
    await hoursOn('12:00', '22:00', 10n);
    assert.equal(await total(), 9, 'the hours no longer have 10:00');
    await hoursOn('09:30', '12:30', 11n);
    assert.equal(await total(), 1, 'two slots overlap 10:00');
    await hoursOn('', '', 12n);
    assert.equal(await total(), 0, 'closed');
  });

  it('runs as many statements for many facilities as for one, and reports each', async () => {
    let statements = 0;
    const database = new Proxy(ledger.database, {
      get(target, name) {
        statements += 1;
        return Reflect.get(target, name);
      },
    });
    const measure = async () => {
      statements = 0;
      const hours = await occupancy(database, { venueId: 1, from: MONDAY, to: addDays(MONDAY, 6) });
      const ofMonday = (id: number) =>
        hours
          .filter(({ facilityId, weekday }) => facilityId === id && weekday === 1)
          .reduce((sum, { offered }) => sum + offered, 0);
      return { statements, ofMonday };
    };
    const alone = await measure();
    const { pricing: _, ...facility } = await ledger.database.facility.findFirstOrThrow();
    const more = { slower: 2, shorter: 3, closed: 4, seasonal: 5 };
    const { slower, shorter, closed, seasonal } = more;
    const timetable = [{ windows: [{ days: [1, 2], starts: ['10:00', '19:30'] }] }];
    await ledger.database.facility.createMany({
      data: [
        { ...facility, id: slower, durationMinutes: 2 * facility.durationMinutes },
        { ...facility, id: shorter, opensAt: '10:00', closesAt: '12:00' },
        { ...facility, id: closed, openDays: [2] },
        { ...facility, id: seasonal, timetable: JSON.stringify(timetable) },
      ],
    });
    const all = await measure();
    assert.equal(all.statements, alone.statements);
    assert.equal(all.ofMonday(1), alone.ofMonday(1));
    for (const facilityId of Object.values(more)) {
      const { slots } = await daySlots(
        { database: ledger.database },
        { venueId: 1, facilityId, date: MONDAY },
      );
      assert.equal(all.ofMonday(facilityId), slots.length, `facility ${facilityId}`);
    }
    await ledger.database.facility.deleteMany({ where: { id: { in: Object.values(more) } } });
  });

  it('never reports more booked than offered, even after the hours changed', async () => {
    await ledger.reserve(ledger.slotAt(3), [{ bookingUid: randomUUID(), people: 10 }]);
    await ledger.changeFacility({ opensAt: '18:00', closesAt: '20:00' });
    for (const hour of await occupancy(ledger.database, { venueId: 1, from: MONDAY, to: MONDAY }))
      assert.ok(hour.booked <= hour.offered, JSON.stringify(hour));
  });
});

describe('occupancy of facilities that share rooms', () => {
  let rooms: TestRooms;
  beforeAll(async () => {
    rooms = await openTestRooms();
  });
  afterAll(() => rooms.close());
  const read = async () => {
    const hours = await occupancy(rooms.database, { venueId: 1, from: MONDAY, to: MONDAY });
    return (id: number, hour: number) => {
      const { offered, booked } =
        hours.find((each) => each.facilityId === id && each.hour === hour) ?? assert.fail();
      return [offered, booked];
    };
  };
  const book = async (id: number, hours: number) => {
    const bookingUid = randomUUID();
    const { parties } = await rooms.reserve(rooms.slotOf(id, hours), [{ bookingUid, people: 1 }]);
    assert.equal(parties[0]?.refused, null);
    return bookingUid;
  };

  it('excludes slots whose room is taken, and includes them again once it is released', async () => {
    // The court has a buffer of half an hour for cleaning.
    await rooms.change(COURT_1, { durationMinutes: 60, bufferMinutes: 30 });
    const uid = await book(HALL, 2);
    const at = await read();
    assert.deepEqual(
      [at(HALL, 12), at(HALL, 13)],
      [
        [1, 1],
        [1, 0],
      ],
    );
    assert.deepEqual(
      [at(COURT_2, 11), at(COURT_2, 12), at(COURT_2, 13)],
      [
        [1, 0],
        [0, 0],
        [1, 0],
      ],
    );
    // Slots start every 90 minutes from 06:00, so the buffer of the slot at 10:30 lasts until 12:00.
    assert.deepEqual(
      [at(COURT_1, 10), at(COURT_1, 12), at(COURT_1, 13)],
      [
        [1, 0],
        [0, 0],
        [1, 0],
      ],
    );
    assert.deepEqual(await listedTimes(), await offeredTimes());
    await releasePlaces(rooms.database, 1, uid);
    assert.deepEqual((await read())(COURT_2, 12), [1, 0]);
    await rooms.change(COURT_1, { bufferMinutes: 0 });
  });

  /** Number of listed slots that are not shut out, and number of offered slots. */
  const ids = [1, HALL, COURT_1, COURT_2];
  const listedTimes = async () => {
    const counts = ids.map(async (facilityId) => {
      const { slots } = await daySlots(rooms, { venueId: 1, facilityId, date: MONDAY });
      return slots.filter(({ reason }) => reason !== 'room_taken' && reason !== 'blocked').length;
    });
    return Promise.all(counts);
  };
  const offeredTimes = async () => {
    const hours = await occupancy(rooms.database, { venueId: 1, from: MONDAY, to: MONDAY });
    return ids.map((id) =>
      hours.filter(({ facilityId }) => facilityId === id).reduce((sum, { offered }) => sum + offered, 0),
    );
  };

  it('subtracts a slot once that is also blocked, and counts bookings from before the room was taken', async () => {
    await book(COURT_1, 4);
    await book(COURT_2, 5);
    await rooms.database.slot.create({
      data: {
        ...{ id: BigInt(rooms.slotOf(HALL, 4)), venueId: 1, facilityId: HALL, blocked: true },
        ...{ startsAt: new Date(MONDAY_10 + 4 * 3600_000), endsAt: new Date(MONDAY_10 + 5 * 3600_000) },
      },
    });
    const at = await read();
    assert.deepEqual(
      [at(HALL, 14), at(HALL, 15), at(HALL, 16)],
      [
        [0, 0],
        [0, 0],
        [1, 0],
      ],
    );
    assert.deepEqual(await listedTimes(), await offeredTimes());
    // A forced change: this booking has no room.
    const both = await book(1, 4);
    await rooms.change(1, { rooms: [1] });
    assert.deepEqual((await read())(1, 14), [1, 0.1]);
    await releasePlaces(rooms.database, 1, both);
    await rooms.change(1, { rooms: [] });
  });

  it('runs one more statement', async () => {
    const statements = () =>
      countStatements(() => occupancy(rooms.database, { venueId: 1, from: MONDAY, to: MONDAY }));
    assert.equal(await statements(), 4);
    for (const id of [HALL, COURT_1, COURT_2]) await rooms.change(id, { rooms: [] });
    assert.equal(await statements(), 3);
  });
});
