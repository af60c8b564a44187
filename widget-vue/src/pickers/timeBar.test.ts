import assert from 'node:assert/strict';
import type { Slot } from '@venue-booking/proto/slot';
import { test } from 'vitest';
import { timeBar } from './timeBar.ts';

const slotAt = (starts_at: string, ends_at = starts_at) => ({ starts_at, ends_at }) as Slot;
const barOf = (duration: number, first: string, ...others: string[]) =>
  timeBar([slotAt(first), ...others.map((start) => slotAt(start))], duration);

test('the bar runs from the hour of the first time to the hour in which the last one ends', () => {
  const bar = barOf(90, '2026-06-01T10:00', '2026-06-01T20:30');
  assert.equal(bar.minutes, 12 * 60);
  assert.deepEqual([bar.hours[0], bar.hours.at(-1)], [10, 21]);
  assert.equal(bar.columnOf(slotAt('2026-06-01T10:00')), '1 / span 90');
});

test('a time after midnight stands behind the evening of its booking day', () => {
  const bar = barOf(60, '2026-06-01T23:00', '2026-06-02T01:00');
  assert.equal(bar.minutes, 3 * 60);
  assert.deepEqual(bar.hours, [23, 0, 1]);
  assert.equal(bar.columnOf(slotAt('2026-06-02T01:00')), `${2 * 60 + 1} / span 60`);
});

test('a day that starts within an hour is drawn from that hour, so that no time stands before the bar', () => {
  const bar = barOf(30, '2026-06-01T09:30');
  assert.equal(bar.columnOf(slotAt('2026-06-01T09:30')), '31 / span 30');
  assert.deepEqual(bar.hours, [9]);
});

test('on the night when clocks go back a block keeps its length', () => {
  const bar = barOf(60, '2026-06-01T23:30');
  assert.match(bar.columnOf(slotAt('2026-06-02T02:30', '2026-06-02T02:30')), /span 60$/);
});
