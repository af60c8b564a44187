import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { parseSlotId, slotIdOf } from './slotId.ts';

const MINUTE = 60_000;
const FIRST = Date.parse('2020-01-01T00:00:00Z');
const LAST = Date.parse('2147-01-01T00:00:00Z');

const facilityIds = fc.integer({ min: 1, max: 2 ** 27 - 1 });
const starts = fc
  .integer({ min: 0, max: (LAST - FIRST) / MINUTE })
  .map((minutes) => FIRST + minutes * MINUTE);
const slots = fc.record({ facilityId: facilityIds, startsAt: starts });

test('a slot id encodes its facility and start', () => {
  fc.assert(
    fc.property(slots, ({ facilityId, startsAt }) => {
      const id = slotIdOf(facilityId, startsAt);
      assert.ok(id !== null);
      assert.deepEqual(parseSlotId(id), { facilityId, startsAt });
    }),
  );
});

test('a slot id is a positive integer, exact in JSON and in doubles', () => {
  fc.assert(
    fc.property(slots, ({ facilityId, startsAt }) => {
      const id = slotIdOf(facilityId, startsAt) ?? Number.NaN;
      assert.ok(Number.isSafeInteger(id) && id > 0);
      assert.equal(JSON.parse(JSON.stringify(id)), id);
      assert.equal(BigInt(id), BigInt(facilityId) * 2n ** 26n + BigInt((startsAt - FIRST) / MINUTE));
    }),
  );
});

test('different slots have different ids', () => {
  const near = fc.record({ facilityId: fc.integer({ min: 1, max: 3 }), startsAt: starts });
  fc.assert(
    fc.property(fc.oneof(slots, near), fc.oneof(slots, near), (a, b) => {
      const same = a.facilityId === b.facilityId && a.startsAt === b.startsAt;
      assert.equal(slotIdOf(a.facilityId, a.startsAt) === slotIdOf(b.facilityId, b.startsAt), same);
    }),
  );
});

test('ids of a facility increase with time, so ordering by id is ordering by start', () => {
  fc.assert(
    fc.property(facilityIds, starts, starts, (facilityId, a, b) => {
      const difference = (slotIdOf(facilityId, a) ?? 0) - (slotIdOf(facilityId, b) ?? 0);
      assert.equal(Math.sign(difference), Math.sign(a - b));
    }),
  );
});

test('ids cover the first minute of 2020 to 2147', () => {
  assert.equal(slotIdOf(1, FIRST), 2 ** 26);
  assert.equal(slotIdOf(1, FIRST - MINUTE), null);
  assert.notEqual(slotIdOf(1, LAST), null);
  assert.equal(slotIdOf(1, Date.parse('2148-01-01T00:00:00Z')), null);
});

test('returns no id for a start between minutes', () => {
  fc.assert(
    fc.property(starts, fc.integer({ min: 1, max: MINUTE - 1 }), (startsAt, ms) => {
      assert.equal(slotIdOf(7, startsAt + ms), null);
    }),
  );
  assert.equal(slotIdOf(7, Number.NaN), null);
  assert.equal(slotIdOf(7, Number.POSITIVE_INFINITY), null);
});

test('returns no id for an invalid facility id', () => {
  for (const facilityId of [0, -1, 1.5, 2 ** 27, 2 ** 53, Number.NaN]) {
    assert.equal(slotIdOf(facilityId, FIRST), null, String(facilityId));
  }
});

test('distinguishes the first and last id from numbers outside the range', () => {
  const last = 2 ** 53 - 1;
  assert.deepEqual(parseSlotId(last), { facilityId: 2 ** 27 - 1, startsAt: FIRST + (2 ** 26 - 1) * MINUTE });
  assert.equal(parseSlotId(last + 1), null);
  assert.deepEqual(parseSlotId(2 ** 26), { facilityId: 1, startsAt: FIRST });
  assert.equal(parseSlotId(2 ** 26 - 1), null);
});

test('rejects numbers that are not slot ids', () => {
  const impossible = fc.oneof(
    fc.integer({ max: 2 ** 26 - 1 }),
    fc.double({ noInteger: true }),
    fc.double({ min: 2 ** 53 }),
    fc.constantFrom(Number.NaN, Number.NEGATIVE_INFINITY, -0),
  );
  fc.assert(fc.property(impossible, (number) => assert.equal(parseSlotId(number), null)));
});
