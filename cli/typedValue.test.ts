import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { dateOf, numberOf, weekdaysOf } from './typedValue.ts';

const invalid = { code: 'commander.invalidArgument' };

describe('typed values', () => {
  // A Wednesday, shortly before midnight.
  const now = new Date(2026, 11, 30, 23, 59);
  for (const [typed, date] of [
    ['today', '2026-12-30'],
    ['Tomorrow', '2026-12-31'],
    ['yesterday', '2026-12-29'],
    ['wed', '2026-12-30'],
    ['Friday', '2027-01-01'],
    ['tue', '2027-01-05'],
    ['sunday', '2027-01-03'],
    ['2026-12-01', '2026-12-01'],
    ['someday', 'someday'],
    ['', ''],
  ] as const)
    it(`parse "${typed}" as ${date || 'unchanged text'}`, () => assert.equal(dateOf(typed, now), date));

  for (const [typed, days] of [
    ['5', [5]],
    ['fri', [5]],
    ['Sunday', [7]],
    ['mon-fri', [1, 2, 3, 4, 5]],
    ['sat-mon', [6, 7, 1]],
    ['1-3', [1, 2, 3]],
  ] as const)
    it(`parse "${typed}" as the weekdays ${days}`, () => assert.deepEqual(weekdaysOf(typed), days));

  for (const typed of ['', '8', '0', '1.5', 'funday', 'mon-', '-1'])
    it(`reject "${typed}" as a weekday`, () => assert.throws(() => weekdaysOf(typed), invalid));

  for (const [typed, number] of [
    ['24.50', 24.5],
    ['24,50', 24.5],
    ['24,5', 24.5],
    ['-3', -3],
  ] as const)
    it(`parse "${typed}" as ${number}`, () => assert.equal(numberOf(typed), number));

  for (const typed of ['1,234', '1.000,50', 'ten', '', '0x10', '1e3', ' '])
    it(`reject "${typed}" as a number`, () => assert.throws(() => numberOf(typed), invalid));
});
