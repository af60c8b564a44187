import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { openDatabase } from '../database.ts';
import { takePlaces } from '../ledger/ledger.ts';
import { takeAddOns } from '../ledger/ledgerAddOns.ts';
import { openTestAddOns, party, type TestAddOns } from '../testing/testAddOns.ts';
import { createReserve } from './reserve.ts';

describe('the stock of add-ons under contention', () => {
  let ledger: TestAddOns;
  beforeAll(async () => {
    ledger = await openTestAddOns();
  });
  afterAll(() => ledger.close());
  beforeEach(() => ledger.reset());

  /** 64 guests at two replicas want the last towels. Returns how many towels they got. */
  async function rush(take: typeof takeAddOns): Promise<number> {
    const slot = ledger.freshSlot();
    const databases = [openDatabase(ledger.url), openDatabase(ledger.url)];
    try {
      const replicas = databases.map((database) => createReserve({ database, takePlaces, takeAddOns: take }));
      const results = await Promise.all(
        Array.from({ length: 64 }, (_, guest) =>
          replicas[guest % 2]?.({ venueId: 1, slotId: slot, parties: [party({ towel: 1 })] }),
        ),
      );
      const codes = results.map((result) => result?.parties[0]?.refused?.code ?? 'taken');
      const taken = codes.filter((code) => code === 'taken').length;
      assert.deepEqual([...new Set(codes)].toSorted(), ['add_on_gone', 'taken']);
      assert.equal(await ledger.booked(slot), taken, 'a guest without a towel has no place');
      return taken;
    } finally {
      await Promise.all(databases.map((database) => database.$disconnect()));
    }
  }

  it('goes to exactly ten of 64 concurrent guests who want the last ten', async () => {
    assert.equal(await rush(takeAddOns), 10);
    await ledger.assertCounted();
  });

  it('is oversold by a check-then-act implementation, so this test can fail', async () => {
    const lookThenWrite: typeof takeAddOns = async (database, of, held) => {
      const [one = assert.fail()] = held;
      const [row] = await database.$queryRaw<{ taken: number }[]>`
        SELECT taken FROM availability.add_on_use WHERE day = ${one.day}::date AND slot_id = ${one.slot} AND key = ${one.key}`;
      await sleep(50);
      if ((row?.taken ?? 0) + one.count > one.stock) return false;
      return takeAddOns(database, of, [{ ...one, stock: 1000 }]);
    };
    const taken = await rush(lookThenWrite).catch((error: unknown) => {
      // All guests got a towel: none was rejected.
      if (!(error instanceof assert.AssertionError)) throw error;
      return 64;
    });
    assert.ok(taken > 10, `${taken} of 10`);
  });
});
