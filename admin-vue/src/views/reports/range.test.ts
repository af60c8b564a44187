import assert from 'node:assert/strict';
import { test } from 'vitest';
import { changeOf, defaultPeriod, isValidRange, presetsOf } from './range.ts';

test('has presets of calendar days within the server’s limit', () => {
  const presets = presetsOf('2028-02-10');
  assert.deepEqual(presets.presetMonth, { from: '2028-02-01', to: '2028-02-29' });
  assert.deepEqual(presets.presetLast, { from: '2028-01-01', to: '2028-01-31' });
  assert.deepEqual(presetsOf('2028-01-31').presetLast, { from: '2027-12-01', to: '2027-12-31' });
  assert.deepEqual(presets.presetYear, { from: '2028-01-01', to: '2028-12-31' });
  assert.deepEqual(presets.preset7, { from: '2028-02-04', to: '2028-02-10' });
  for (const range of Object.values(presets)) assert.ok(isValidRange(range));
});

test('uses the calendar date as today, also at night', () => {});

test('rejects a range that is reversed or too long', () => {
  assert.ok(!isValidRange({ from: '2028-02-10', to: '2028-02-09' }));
  assert.ok(isValidRange({ from: '2028-01-01', to: '2029-02-03' }));
  assert.ok(!isValidRange({ from: '2028-01-01', to: '2029-02-04' }));
  assert.ok(!isValidRange({ from: '', to: '2029-02-04' }));
});

test('uses longer periods for longer ranges', () => {
  assert.equal(defaultPeriod({ from: '2028-01-01', to: '2028-01-30' }), 'day');
  assert.equal(defaultPeriod({ from: '2028-01-01', to: '2028-03-30' }), 'week');
  assert.equal(defaultPeriod({ from: '2028-01-01', to: '2028-12-31' }), 'month');
});

test('calculates a change as a share of the previous value', () => {
  assert.equal(changeOf(3, 2), 0.5);
  assert.equal(changeOf(0, 2), -1);
  assert.equal(changeOf(3, 0), null);
});
