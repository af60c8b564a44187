import assert from 'node:assert/strict';
import { test } from 'vitest';
import { calendarDayAt, changeOf, isAskable, presetsOf, usualPeriod } from './range.ts';

test('presets are days of the calendar, and each can be asked for', () => {
  const presets = presetsOf('2028-02-10');
  assert.deepEqual(presets.presetMonth, { from: '2028-02-01', to: '2028-02-29' });
  assert.deepEqual(presets.presetLast, { from: '2028-01-01', to: '2028-01-31' });
  assert.deepEqual(presetsOf('2028-01-31').presetLast, { from: '2027-12-01', to: '2027-12-31' });
  assert.deepEqual(presets.presetYear, { from: '2028-01-01', to: '2028-12-31' });
  assert.deepEqual(presets.preset7, { from: '2028-02-04', to: '2028-02-10' });
  for (const range of Object.values(presets)) assert.ok(isAskable(range));
});

test('today is the day of the calendar, in the night too', () => {
  assert.equal(calendarDayAt(new Date('2028-02-09T22:59Z'), 'Europe/Amsterdam'), '2028-02-09');
  assert.equal(calendarDayAt(new Date('2028-02-09T23:00Z'), 'Europe/Amsterdam'), '2028-02-10');
});

test('a range that is reversed or too long is not asked for', () => {
  assert.ok(!isAskable({ from: '2028-02-10', to: '2028-02-09' }));
  assert.ok(isAskable({ from: '2028-01-01', to: '2029-02-03' }));
  assert.ok(!isAskable({ from: '2028-01-01', to: '2029-02-04' }));
  assert.ok(!isAskable({ from: '', to: '2029-02-04' }));
});

test('the longer a range, the longer its periods', () => {
  assert.equal(usualPeriod({ from: '2028-01-01', to: '2028-01-30' }), 'day');
  assert.equal(usualPeriod({ from: '2028-01-01', to: '2028-03-30' }), 'week');
  assert.equal(usualPeriod({ from: '2028-01-01', to: '2028-12-31' }), 'month');
});

test('a change is a share of what was before', () => {
  assert.equal(changeOf(3, 2), 0.5);
  assert.equal(changeOf(0, 2), -1);
  assert.equal(changeOf(3, 0), null);
});
