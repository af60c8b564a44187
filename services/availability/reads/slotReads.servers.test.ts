import assert from 'node:assert/strict';
import { addDays } from '@venue-booking/domain/schedule/venueTime';
import { countStatements } from '@venue-booking/kit/testing/countStatements';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { findDays } from '../rules/rulesStore.ts';
import { findRowsByFacility } from '../slots/slotStore.ts';
import { openTestLedger, type TestLedger } from '../testing/testLedger.ts';
import { slotCalendar } from './calendar.ts';
import { availability, checkSlot, daySlots } from './slotReads.ts';

describe('a read of free places', () => {
  const of = { venueId: 1, facilityId: 1 };
  const from = '2030-06-03';
  const to = addDays(from, 62);
  const bookedOn = [-1, 0, 1, 30, 62, 63];
  let ledger: TestLedger;
  beforeAll(async () => {
    ledger = await openTestLedger();
    for (const day of bookedOn) await book(ledger.slotAt(24 * day), 1);
  });
  afterAll(() => ledger.close());
  const book = (slotId: number, parties: number) =>
    ledger.reserve(
      slotId,
      Array.from({ length: parties }, () => ({ bookingUid: crypto.randomUUID(), people: 1 })),
    );

  const reads = {
    slots: () => daySlots(ledger, { ...of, date: from }),
    today: () => daySlots(ledger, of),
    days: () => availability(ledger, { ...of, from, to }),
    month: () => availability(ledger, of),
    slot: () => checkSlot(ledger, { venueId: 1, slotId: ledger.slotAt(0) }),
  };
  const statements = async () => {
    const counts = [];
    for (const [name, read] of Object.entries(reads))
      counts.push([name, await countStatements(read)] as const);
    return Object.fromEntries(counts);
  };

  it('runs one statement', async () => {
    assert.deepEqual(await statements(), { slots: 1, today: 1, days: 1, month: 1, slot: 1 });
  });

  it('runs one more statement where an add-on has a stock; for a month, where it is required', async () => {
    const towel = { key: 'towel', name: { nl: 'Handdoek', en: 'Towel' }, eur: 3, per: 'piece' };
    const stock = { per: 'day', count: 5 };
    const sell = (addOn: object) =>
      ledger.changeFacility({ pricing: { per: 'person', eur: 10, rules: [], add_ons: [addOn] } });
    await sell({ ...towel, required: true });
    assert.deepEqual(await statements(), { slots: 1, today: 1, days: 1, month: 1, slot: 1 });
    await sell({ ...towel, stock });
    assert.deepEqual(await statements(), { slots: 2, today: 2, days: 1, month: 1, slot: 2 });
    await sell({ ...towel, stock, required: true });
    assert.deepEqual(await statements(), { slots: 2, today: 2, days: 2, month: 2, slot: 2 });
    const calendar = () => slotCalendar(ledger, { venueId: 1, from });
    // The first call opens the connections for the concurrent reads.
    await calendar();
    assert.equal(await countStatements(calendar), 4);
    await ledger.database.$executeRaw`UPDATE availability.facility SET pricing = NULL`;
    assert.equal(await countStatements(calendar), 3);
  });

  it('reads one row per booked slot, however many bookings it has', async () => {
    const rows = async () =>
      (await findDays(ledger.database, { ...of, days: { from, count: 63 } }))?.rows.length;
    const before = await rows();
    await book(ledger.slotAt(24), 8);
    assert.equal(before, bookedOn.length);
    assert.equal(await rows(), before);
  });

  it('returns each row of the ledger: booked, with its own capacity, or with an earlier length', async () => {
    const at = (day: number) => ledger.slotAt(24 * day + 3);
    for (const day of [2, 3, 4, 5]) await book(at(day), day);
    await ledger.database.$executeRaw`
      UPDATE availability.slot SET capacity = CASE WHEN id = ${at(4)} THEN 4 END,
        ends_at = ends_at - CASE WHEN id = ${at(5)} THEN interval '30 minutes' ELSE interval '0' END
      WHERE id IN (${at(2)}, ${at(3)}, ${at(4)}, ${at(5)})`;
    const found = await findDays(ledger.database, { ...of, days: { from, count: 63 } });
    const rows = await ledger.database.$transaction(async (tx) => {
      // Rows are ordered by time even if PostgreSQL does not read them through the index.
      await tx.$executeRaw`
        SELECT set_config('enable_' || of.scan, of.use, true)
        FROM (VALUES ('indexscan', 'off'), ('bitmapscan', 'off'), ('seqscan', 'on')) AS of (scan, use)`;
      await tx.$executeRaw`DISCARD PLANS`;
      return findRowsByFacility(tx, { venueId: 1, facilityIds: [1] }, from, to);
    });
    const ofFacility = rows.get(1);
    assert.equal(ofFacility?.filter(({ capacity }) => capacity !== null).length, 1);
    assert.deepEqual(found?.rows, ofFacility);
    const ids = [at(2), at(3), at(4), at(5)];
    await ledger.database
      .$executeRaw`DELETE FROM availability.allocation WHERE slot_id = ANY(${ids}::bigint[])`;
    await ledger.database.$executeRaw`DELETE FROM availability.slot WHERE id = ANY(${ids}::bigint[])`;
  });

  it('counts what is booked on the first day, the last and between, but not on the days beside them', async () => {
    const { days } = await availability(ledger, { ...of, from, to });
    const booked = days.filter(({ free }) => free < 240).map(({ date }) => date);
    assert.deepEqual(
      booked,
      [0, 1, 30, 62].map((day) => addDays(from, day)),
    );
  });

  it('returns the same for a day in a range as for the day alone', async () => {
    const { days } = await availability(ledger, { ...of, from, to });
    for (const day of [0, 1, 30, 62]) {
      const date = addDays(from, day);
      const { slots } = await daySlots(ledger, { ...of, date });
      const free = slots.reduce((sum, slot) => sum + slot.free, 0);
      assert.equal(days[day]?.free, free, date);
    }
  });
});
