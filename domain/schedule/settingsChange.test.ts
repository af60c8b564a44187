import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { isSame, settingsChange } from './settingsChange.ts';

/** The same value with the fields of its objects in reverse order. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (!(value instanceof Object)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, of]) => [key, reversed(of)]),
  );
};

test('ignores the order of fields in a timetable', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (value, other) => {
      assert.ok(isSame(value, reversed(value)));
      assert.equal(isSame(value, other), isSame(reversed(value), other));
    }),
  );
  const hours = { days: [1], opens_at: '10:00', closes_at: '12:00' };
  const timetable = [{ name: 'Summer', from: '04-01', to: '09-30', windows: [hours] }];
  assert.equal(settingsChange({ timetable }, { timetable: reversed(timetable) as typeof timetable }), null);
});

test('detects swapped windows and changed hours in a timetable', () => {
  const [morning, evening] = ['08:00', '18:00'].map((starts) => ({ days: [1], starts: [starts] }));
  assert.equal(isSame([morning, evening], [evening, morning]), false);
  assert.equal(isSame([morning], [evening]), false);
  assert.equal(isSame(null, undefined), true);
  assert.equal(isSame(null, []), false);
});
