import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { daySlots } from '../reads/slotReads.ts';
import { openTestLedger, type TestLedger } from '../testing/testLedger.ts';
import { patchSlot } from './patchSlot.ts';

const DAY = '2030-06-03';
const USUAL = { opensAt: '06:00', durationMinutes: 60, bufferMinutes: 0 };

describe('the own capacity of a slot', () => {
  let ledger: TestLedger;
  beforeAll(async () => {
    ledger = await openTestLedger();
  });
  afterAll(async () => {
    assert.deepEqual(await ledger.broken(), []);
    await ledger.close();
  });
  const set = (slotId: number, capacity: number | null) =>
    patchSlot(ledger, { venueId: 1, slotId, patch: { capacity } });
  /** Slots from 13:00 to 17:00 with a capacity other than the facility's. */
  const capacities = async () => {
    const { slots } = await daySlots(ledger, { venueId: 1, facilityId: 1, date: DAY });
    return slots
      .map(({ starts_at, capacity }) => `${starts_at.slice(11)} ${capacity}`)
      .filter((line) => line > '13' && line < '17' && !line.endsWith(' 10'));
  };
  const book = async (slotId: number, people: number) => {
    const { parties } = await ledger.reserve(slotId, [{ bookingUid: randomUUID(), people }]);
    return parties[0]?.refused?.code ?? 'taken';
  };
  const slotAt = async (time: string) => {
    const { slots } = await daySlots(ledger, { venueId: 1, facilityId: 1, date: DAY });
    return slots.find(({ starts_at }) => starts_at.endsWith(time))?.id ?? 0;
  };

  it('keeps its time when the hours change, and the ledger sells what the list shows', async () => {
    await set(ledger.slotAt(4), 3);
    await ledger.changeFacility({ opensAt: '06:30' });
    assert.deepEqual(await capacities(), ['13:30 3', '14:30 3']);
    const [early, late] = [await slotAt('13:30'), await slotAt('14:30')];
    assert.equal(await book(early, 4), 'places_short');
    assert.equal(await book(late, 3), 'taken');
    assert.equal(await book(late, 1), 'slot_full');
    await ledger.changeFacility(USUAL);
    assert.deepEqual(await capacities(), ['14:00 3', '14:30 3']);
  });

  it('limits a party that becomes larger, as it limits new ones', async () => {
    await set(ledger.slotAt(52), 3);
    await ledger.changeFacility({ opensAt: '06:30' });
    const slotId = ledger.slotAt(52) + 30;
    const bookingUid = randomUUID();
    assert.equal((await ledger.reserve(slotId, [{ bookingUid, people: 2 }])).parties[0]?.refused, null);
    assert.equal(await ledger.resize(bookingUid, 2, 4), 'people_too_many');
    assert.equal(await ledger.resize(bookingUid, 2, 3), null);
    await ledger.changeFacility(USUAL);
  });

  it('of a slot from earlier hours ends where a later slot gets another one or the facility’s', async () => {
    const shown = async (date: string) => {
      const { slots } = await daySlots(ledger, { venueId: 1, facilityId: 1, date });
      return slots.flatMap(({ starts_at, capacity }) =>
        capacity === 10 ? [] : [`${starts_at.slice(11)} ${capacity}`],
      );
    };
    const [date, ten] = ['2030-06-06', ledger.slotAt(72)];
    await set(ten, 3);
    await ledger.changeFacility({ opensAt: '06:30' });
    assert.deepEqual(await shown(date), ['09:30 3', '10:30 3']);
    assert.equal((await set(ten + 30, 6)).capacity, 6);
    assert.deepEqual(await shown(date), ['09:30 3', '10:30 6']);
    assert.equal((await set(ten + 30, null)).capacity, 10);
    assert.deepEqual(await shown(date), ['09:30 3'], 'the rest of the earlier slot keeps it');
    await set(ten - 30, null);
    await ledger.changeFacility(USUAL);
    assert.deepEqual(await shown(date), []);
  });
});
