import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { countStatements } from '@venue-booking/kit/testing/countStatements';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { MONDAY_10, openTestLedger, type TestLedger } from '../testing/testLedger.ts';
import { nextSlots } from './nextSlots.ts';

describe('the next slots of a venue', () => {
  let ledger: TestLedger;
  beforeEach(async () => {
    ledger = await openTestLedger();
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_10 - 60_000 });
    // One slot a day, at 10:00.
    await ledger.changeFacility({ opensAt: '10:00', closesAt: '11:00' });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await ledger.close();
  });

  const next = async () => (await nextSlots(ledger, { venueId: 1 })).map(({ starts_at }) => starts_at);
  const fill = (day: number) =>
    ledger.reserve(ledger.slotAt(24 * day), [{ bookingUid: randomUUID(), people: 10 }], true);

  it('are the first that guests can book', async () => {
    assert.deepEqual(await nextSlots(ledger, { venueId: 1 }), [
      { facility_id: 1, date: '2030-06-03', starts_at: '2030-06-03T10:00' },
    ]);
    await fill(0);
    assert.deepEqual(await next(), ['2030-06-04T10:00']);
    vi.setSystemTime(MONDAY_10 + 25 * 3600_000);
    assert.deepEqual(await next(), ['2030-06-05T10:00']);
    await ledger.database.$executeRaw`UPDATE availability.venue SET min_notice_minutes = 1440`;
    assert.deepEqual(await next(), ['2030-06-06T10:00']);
  });

  it('have room for the smallest party, outside of blocks', async () => {
    await ledger.reserve(ledger.slotAt(0), [{ bookingUid: randomUUID(), people: 8 }]);
    assert.deepEqual(await next(), ['2030-06-03T10:00']);
    await ledger.changeFacility({ minPeople: 3 });
    assert.deepEqual(await next(), ['2030-06-04T10:00']);
    await ledger.database.$executeRaw`
      SELECT availability.add_block(1, NULL, NULL, tstzrange('2030-06-04T00:00Z', '2030-06-05T00:00Z'), 'paint')::text`;
    assert.deepEqual(await next(), ['2030-06-05T10:00']);
  });

  it('may be up to five weeks ahead', async () => {
    for (let day = 0; day < 34; day++) await fill(day);
    assert.deepEqual(await next(), ['2030-07-07T10:00']);
    await fill(34);
    assert.deepEqual(await next(), []);
  });

  it('take as many statements for many facilities as for one, and omit inactive ones', async () => {
    const read = () => nextSlots(ledger, { venueId: 1 });
    // The first call opens the connections for the concurrent reads.
    await read();
    const statements = await countStatements(read);
    await ledger.database.$executeRaw`
      INSERT INTO availability.facility SELECT (jsonb_populate_record(f, jsonb_build_object('id', n, 'active', n < 30))).*
      FROM availability.facility f, generate_series(2, 40) n WHERE f.id = 1`;
    assert.equal(await countStatements(read), statements);
    assert.equal((await read()).length, 29);
    await ledger.database.$executeRaw`UPDATE availability.facility SET name = 'Zwembad' WHERE id = 1`;
    const first = await nextSlots(ledger, { venueId: 1, most: 2 });
    assert.deepEqual(
      first.map(({ facility_id }) => facility_id),
      [1, 2],
    );
  });

  it('are none for a venue without facilities', async () => {
    assert.deepEqual(await nextSlots(ledger, { venueId: 2 }), []);
  });
});
