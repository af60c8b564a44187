import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { addDays } from '@venue-booking/kit/venueTime';
import { occupancy } from './occupancy.ts';
import { daySlots } from './reads.ts';
import { openTestLedger, type TestLedger } from './testing/testLedger.ts';

const MONDAY = '2030-06-03';

describe('occupancy', () => {
  let ledger: TestLedger;
  before(async () => {
    ledger = await openTestLedger();
  });
  after(() => ledger.close());
  const offered = async (from: string, to = from) =>
    (await occupancy(ledger.database, { venueId: 1, from, to })).reduce((sum, hour) => sum + hour.offered, 0);

  it('offers as many slots as there are in the list of each day, also when clocks change', async () => {
    // Spring forward, fall back, and a day like any other.
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

  it('knows no slots of a closed day, and none that is blocked', async () => {
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
    assert.deepEqual([blocked?.offered, blocked?.booked], [0.1, 0.1], 'what was booked before was offered');
  });

  it('asks the database as often for many facilities as for one, and tells of each', async () => {
    let asked = 0;
    const database = new Proxy(ledger.database, {
      get(target, name) {
        asked += 1;
        return Reflect.get(target, name);
      },
    });
    const look = async () => {
      asked = 0;
      const hours = await occupancy(database, { venueId: 1, from: MONDAY, to: addDays(MONDAY, 6) });
      const ofMonday = (id: number) =>
        hours
          .filter(({ facilityId, weekday }) => facilityId === id && weekday === 1)
          .reduce((sum, { offered }) => sum + offered, 0);
      return { asked, ofMonday };
    };
    const alone = await look();
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
    const all = await look();
    assert.equal(all.asked, alone.asked);
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

  it('never tells of more booked than offered, whatever the hours have become', async () => {
    await ledger.reserve(ledger.slotAt(3), [{ bookingUid: randomUUID(), people: 10 }]);
    await ledger.changeFacility({ opensAt: '18:00', closesAt: '20:00' });
    for (const hour of await occupancy(ledger.database, { venueId: 1, from: MONDAY, to: MONDAY }))
      assert.ok(hour.booked <= hour.offered, JSON.stringify(hour));
  });
});
