import assert from 'node:assert/strict';
import type { Slot } from '@venue-booking/proto/facility/slot';
import { test } from 'vitest';
import { timeBar } from './timeBar.ts';

const slotAt = (starts_at: string, ends_at = starts_at) => ({ starts_at, ends_at }) as Slot;
const barOf = (duration: number, first: string, ...others: string[]) =>
  timeBar([slotAt(first), ...others.map((start) => slotAt(start))], duration);

test('runs from the hour of the first slot to the hour in which the last slot ends', () => {
  const bar = barOf(90, '2026-06-01T10:00', '2026-06-01T20:30');
  assert.equal(bar.minutes, 12 * 60);
  assert.deepEqual([bar.hours[0], bar.hours.at(-1)], [10, 21]);
  assert.equal(bar.columnOf(slotAt('2026-06-01T10:00')), '1 / span 90');
});

test('places a slot after midnight behind the evening of its booking day', () => {
  const bar = barOf(60, '2026-06-01T23:00', '2026-06-02T01:00');
  assert.equal(bar.minutes, 3 * 60);
  assert.deepEqual(bar.hours, [23, 0, 1]);
  assert.equal(bar.columnOf(slotAt('2026-06-02T01:00')), `${2 * 60 + 1} / span 60`);
});

test('starts at the full hour before the first slot', () => {
  const bar = barOf(30, '2026-06-01T09:30');
  assert.equal(bar.columnOf(slotAt('2026-06-01T09:30')), '31 / span 30');
  assert.deepEqual(bar.hours, [9]);
});

test('keeps a block’s length on the night when clocks go back', () => {
  const bar = barOf(60, '2026-06-01T23:30');
  assert.match(bar.columnOf(slotAt('2026-06-02T02:30', '2026-06-02T02:30')), /span 60$/);
});
