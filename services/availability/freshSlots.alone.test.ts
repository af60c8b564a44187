import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { openTestLedger, type TestLedger } from './testLedger.ts';

const SLOTS = 60;
const CONTENDERS = 64;

describe('the first sale of a slot', () => {
  let ledger: TestLedger;
  before(async () => {
    ledger = await openTestLedger();
    await ledger.changeFacility({ capacity: CONTENDERS });
  });
  after(() => ledger.close());

  it(`goes to all of ${CONTENDERS} contenders at once, ${SLOTS} fresh slots in turn: no deadlock, no false refusal`, async (t) => {
    let worst = 0;
    for (let slot = 0; slot < SLOTS; slot++) {
      const startedAt = performance.now();
      const answers = await Promise.all(
        Array.from({ length: CONTENDERS }, () =>
          ledger.reserve(ledger.slotAt(slot), [{ bookingUid: randomUUID(), people: 1 }]),
        ),
      );
      worst = Math.max(worst, performance.now() - startedAt);
      for (const { parties } of answers) assert.equal(parties[0]?.refused, null);
      assert.equal(await ledger.booked(ledger.slotAt(slot)), CONTENDERS);
    }
    t.diagnostic(`worst round: ${Math.round(worst)} ms`);
    assert.ok(worst < 1000, `worst round ${worst} ms`);
    assert.deepEqual(await ledger.broken(), []);
  });

  it(`is refused to none of ${SLOTS} contenders for ${SLOTS} fresh slots at once`, async () => {
    const answers = await Promise.all(
      Array.from({ length: SLOTS }, (_, slot) =>
        ledger.reserve(ledger.slotAt(1000 + slot), [{ bookingUid: randomUUID(), people: 1 }]),
      ),
    );
    for (const { parties } of answers) assert.equal(parties[0]?.refused, null);
    assert.deepEqual(await ledger.broken(), []);
  });
});
