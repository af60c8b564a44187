import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Party } from '@venue-booking/proto/facility/slot';
import type { Pricing } from '@venue-booking/proto/price/pricing';
import { releasePlaces } from '../ledger/ledger.ts';
import { checkSlot } from '../reads/slotReads.ts';
import { openTestLedger } from './testLedger.ts';

export const name = { nl: 'Handdoek', en: 'Towel' };

/** A price list with a stock of towels, two robes per slot and unlimited tea. */
export const priced = (towels: number, per: 'slot' | 'day' = 'slot'): Pricing => ({
  ...{ per: 'person', eur: 10, rules: [] },
  add_ons: [
    { key: 'towel', name, eur: 3, per: 'piece', stock: { per, count: towels } },
    { key: 'robe', name, eur: 7, per: 'piece', stock: { per: 'slot', count: 2 } },
    { key: 'tea', name, eur: 2, per: 'piece' },
  ],
});

export const party = (addOns?: Record<string, number>, people = 1): Party => ({
  ...{ bookingUid: randomUUID(), people },
  ...(addOns && { addOns }),
});

/** A ledger whose facility has 200 places and add-ons, with functions to test their stock. */
export async function openTestAddOns() {
  const ledger = await openTestLedger();
  const { database } = ledger;
  let hour = 0;
  return {
    ...ledger,
    /** Restores 200 places and ten towels per slot. */
    reset: () => ledger.changeFacility({ capacity: 200, pricing: priced(10) }),
    /** A slot of a day that no other test uses. */
    freshSlot() {
      hour += 24;
      return ledger.slotAt(hour);
    },
    /** Reserves a slot for a party. Returns `taken`, or the code and parameters of the failure. */
    async outcome(slot: number, booking: Party) {
      const { refused } = (await ledger.reserve(slot, [booking])).parties[0] ?? assert.fail();
      return refused ? [refused.code, refused.params] : 'taken';
    },
    left: async (slotId: number) =>
      (await checkSlot({ database }, { venueId: 1, slotId })).add_ons
        ?.map((one) => `${one.left} ${one.key}`)
        .join(', '),
    release: (booking: Party) => releasePlaces(database, 1, booking.bookingUid),
    /** Asserts that `add_on_use` equals the sum of live allocations. */
    async assertCounted() {
      const wrong = await database.$queryRaw`
        WITH held AS (
          SELECT h.day, h.slot, h.key, sum(h.count) AS count FROM availability.allocation a
          CROSS JOIN jsonb_to_recordset(a.add_ons) AS h(key text, day date, slot bigint, count integer)
          WHERE a.released_at IS NULL GROUP BY 1, 2, 3)
        SELECT u.*, h.count FROM availability.add_on_use u
        FULL JOIN held h ON (h.day, h.slot, h.key) = (u.day, u.slot_id, u.key) WHERE coalesce(u.taken, 0) <> coalesce(h.count, 0)`;
      assert.deepEqual(wrong, []);
    },
    async close() {
      try {
        assert.deepEqual(await ledger.broken(), [], 'booked is the sum of live allocations');
      } finally {
        await ledger.close();
      }
    },
  };
}

export type TestAddOns = Awaited<ReturnType<typeof openTestAddOns>>;
