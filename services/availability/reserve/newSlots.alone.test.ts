import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { assertTakesLessThan, timed } from '@venue-booking/kit/testing/testTiming';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openTestLedger, type TestLedger } from '../testing/testLedger.ts';

const SLOTS = 60;
const CONTENDERS = 64;

describe('the first reservation of a slot', () => {
  let ledger: TestLedger;
  beforeAll(async () => {
    ledger = await openTestLedger();
    await ledger.changeFacility({ capacity: CONTENDERS });
  });
  afterAll(() => ledger.close());

  it(`succeeds for ${CONTENDERS} concurrent guests on ${SLOTS} new slots in turn, without deadlock or false rejection`, async (t) => {
    let slot = 0;
    const sellOne = () =>
      timed(async () => {
        const results = await Promise.all(
          Array.from({ length: CONTENDERS }, () =>
            ledger.reserve(ledger.slotAt(slot), [{ bookingUid: randomUUID(), people: 1 }]),
          ),
        );
        for (const { parties } of results) assert.equal(parties[0]?.refused, null);
        assert.equal(await ledger.booked(ledger.slotAt(slot)), CONTENDERS);
        slot += 1;
      });
    const worst = await assertTakesLessThan(1000, async () => {
      let longest = 0;
      for (let round = 0; round < SLOTS; round++) longest = Math.max(longest, await sellOne());
      return longest;
    });
    t.annotate(`worst round: ${worst} ms`);
    assert.deepEqual(await ledger.broken(), []);
  });

  it(`succeeds for ${SLOTS} concurrent guests on ${SLOTS} new slots`, async () => {
    const results = await Promise.all(
      Array.from({ length: SLOTS }, (_, slot) =>
        ledger.reserve(ledger.slotAt(1000 + slot), [{ bookingUid: randomUUID(), people: 1 }]),
      ),
    );
    for (const { parties } of results) assert.equal(parties[0]?.refused, null);
    assert.deepEqual(await ledger.broken(), []);
  });
});
