import assert from 'node:assert/strict';
import { addDays, bookingDayAt } from '@venue-booking/domain/schedule/venueTime';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { findAffected } from '../changes/findAffected.ts';
import { takePlaces } from '../ledger/ledger.ts';
import { availability, daySlots } from '../reads/slotReads.ts';
import { createReserve } from '../reserve/reserve.ts';
import { daysAround } from '../schedule/daysAround.ts';
import { MONDAY_10, openTestLedger, type TestLedger } from '../testing/testLedger.ts';
import { copyException, copyFacility } from './copyRules.ts';
import { findRules } from './rulesStore.ts';

describe('the exceptions of a facility', () => {
  const of = { venueId: 1, facilityId: 1 };
  const monday = '2030-06-03';
  let ledger: TestLedger;
  let revision = 10n;
  beforeAll(async () => {
    ledger = await openTestLedger();
  });
  afterAll(() => ledger.close());
  const close = (date: string) =>
    copyException(ledger.database, {
      ...of,
      date,
      removed: false,
      weekly: false,
      closed: true,
      opensAt: '',
      closesAt: '',
      revision: revision++,
    } as Parameters<typeof copyException>[1]);

  it('are read only for the requested days, not for past years', async () => {
    for (let week = 0; week < 100; week++) await close(addDays(monday, -7 * week));
    const rules = await findRules(ledger.database, of, { from: monday, count: 3 });
    assert.deepEqual([...(rules?.exceptions.keys() ?? [])], [monday]);
  });

  it('apply to each day of a list, also in the past', async () => {
    for (const [date, slots] of [
      [monday, 0],
      [addDays(monday, 1), 24],
      [addDays(monday, -693), 0],
    ] as const)
      assert.equal((await daySlots(ledger, { ...of, date })).slots.length, slots, date);
    const to = addDays(monday, 62);
    await close(to);
    const { days } = await availability(ledger, { ...of, from: monday, to });
    assert.deepEqual(
      days.filter(({ bookable }) => !bookable).map(({ date }) => date),
      [monday, to],
    );
  });

  it('apply today and until the end of the default range', async () => {
    const { from, days } = await availability(ledger, of);
    const last = days.at(-1)?.date ?? '';
    await close(from);
    await close(last);
    assert.deepEqual((await daySlots(ledger, of)).slots, []);
    const closed = (await availability(ledger, of)).days.filter(({ bookable }) => !bookable);
    assert.deepEqual([closed.at(0)?.date, closed.at(-1)?.date], [from, last]);
  });

  it('reject a reservation if they close the day while it is under way', async () => {
    const slotId = ledger.slotAt(24);
    const closing: typeof takePlaces = async (...args) => {
      await close(addDays(monday, 1));
      return takePlaces(...args);
    };
    const parties = [{ bookingUid: crypto.randomUUID(), people: 1 }];
    const reserve = createReserve({ database: ledger.database, takePlaces: closing });
    const reservation = await reserve({ venueId: 1, slotId, parties });
    assert.notEqual(reservation.parties[0]?.refused, null);
    assert.equal(await ledger.booked(slotId), 0);
  });

  it('are read for all days of the bookings that a change may affect', async () => {
    const slots = [2, 30, 31].map((days) => ledger.slotAt(24 * days));
    for (const slotId of slots)
      await ledger.reserve(slotId, [{ bookingUid: crypto.randomUUID(), people: 1 }]);
    await close(addDays(monday, 31));
    const change = { of: 'settings', before: { active: true }, after: { active: false } } as const;
    const bookings = slots.map((slotId, id) => ({ id, slotId, people: 1 }));
    assert.deepEqual(await findAffected(ledger, { venueId: 1, change, bookings }), [0, 1]);
  });

  it('are read for every booking day that may contain an instant', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const dayStarts = fc
      .integer({ min: 0, max: 1439 })
      .map((at) => new Date(at * 60_000).toISOString().slice(11, 16));
    fc.assert(
      fc.property(
        zones,
        dayStarts,
        fc.integer({ min: 0, max: 5 * 365 * 1440 }),
        fc.constantFrom(1, 28),
        (zone, dayStart, minutes, together) => {
          const instant = MONDAY_10 + minutes * 60_000;
          const { from, count } = daysAround(instant, together);
          const day = bookingDayAt(zone, dayStart, instant);
          assert.ok(day >= from && day < addDays(from, count));
          assert.equal(count, together + 3);
        },
      ),
    );
  });
});

describe('the hours by season of a facility', () => {
  const of = { venueId: 1, facilityId: 1 };
  const days = { from: '2030-06-03', count: 1 };
  const timetable = [{ windows: [{ days: [1], starts: ['10:00'] }] }];
  let ledger: TestLedger;
  beforeAll(async () => {
    ledger = await openTestLedger();
  });
  afterAll(() => ledger.close());
  /** Applies catalog's event about the facility. */
  const publish = async (revision: bigint, value: unknown) => {
    await copyFacility(ledger.database, {
      ...of,
      ...{
        name: 'Pass',
        mode: 'CAPACITY',
        capacity: 10,
        minPeople: 1,
        durationMinutes: 60,
        bufferMinutes: 0,
      },
      ...{ opensAt: '06:00', closesAt: '06:00', openDays: [1], active: true, revision },
      timetable: JSON.stringify(value),
    } as Parameters<typeof copyFacility>[1]);
    return (await findRules(ledger.database, of, days))?.timetable;
  };

  it('are those of the latest event', async () => {
    assert.equal((await findRules(ledger.database, of, days))?.timetable, null, 'no event arrived');
    assert.deepEqual(await publish(10n, timetable), timetable);
    assert.equal((await daySlots(ledger, { ...of, date: '2030-06-03' })).slots.length, 1);
    assert.equal(await publish(11n, null), null);
    assert.equal((await daySlots(ledger, { ...of, date: '2030-06-03' })).slots.length, 24);
  });
});

describe('the price list of a facility', () => {
  it('is that of catalog’s latest event', async () => {
    const ledger = await openTestLedger();
    try {
      let revision = 10n;
      const totalsWith = async (pricing: unknown) => {
        const fact = {
          ...{
            venueId: 1,
            facilityId: 1,
            name: 'Pass',
            mode: 'CAPACITY',
            capacity: 3,
            minPeople: 2,
            openDays: [1],
          },
          ...{ durationMinutes: 60, bufferMinutes: 0, opensAt: '10:00', closesAt: '12:00', active: true },
          pricing: JSON.stringify(pricing),
          revision: revision++,
        };
        await copyFacility(ledger.database, fact as Parameters<typeof copyFacility>[1]);
        const days = { from: '2030-06-03', count: 1 };
        const rules = await findRules(ledger.database, { venueId: 1, facilityId: 1 }, days);
        assert.equal(rules?.minPeople, 2);
        const { slots } = await daySlots(ledger, { venueId: 1, facilityId: 1, date: '2030-06-03' });
        return slots.map(({ price }) => price?.totals_eur);
      };
      const evening = {
        name: 'Late',
        from_time: '11:00',
        to_time: '12:00',
        effect: 'add',
        eur: 1,
        per: 'person',
      };
      const totals = [
        [20, 20, 30],
        [22, 22, 33],
      ];
      assert.deepEqual(await totalsWith({ per: 'person', eur: 10, rules: [evening] }), totals);
      assert.deepEqual(await totalsWith(null), [undefined, undefined]);
    } finally {
      await ledger.close();
    }
  });
});
