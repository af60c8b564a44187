import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Slot } from '@venue-booking/proto/slot';
import { timeBar } from './timeBar.ts';

const slotAt = (starts_at: string, ends_at = starts_at) => ({ starts_at, ends_at }) as Slot;
const barOf = (dayStart: string, duration: number, ...starts: string[]) =>
  timeBar(
    starts.map((start) => slotAt(start)),
    '2026-06-01',
    dayStart,
    duration,
  );

test('the bar runs from the start of the booking day to the hour in which the last time ends', () => {
  const bar = barOf('06:00', 90, '2026-06-01T10:00', '2026-06-01T20:30');
  assert.equal(bar.minutes, 16 * 60);
  assert.deepEqual([bar.hours[0], bar.hours.at(-1)], [6, 21]);
  assert.equal(bar.columnOf(slotAt('2026-06-01T10:00')), '241 / span 90');
});

test('a time after midnight stands behind the evening of its booking day', () => {
  const bar = barOf('06:00', 60, '2026-06-01T23:00', '2026-06-02T01:00');
  assert.equal(bar.minutes, 20 * 60);
  assert.deepEqual(bar.hours.slice(-3), [23, 0, 1]);
  assert.equal(bar.columnOf(slotAt('2026-06-02T01:00')), `${19 * 60 + 1} / span 60`);
});

test('a day that starts within an hour is drawn from that hour, so that no time stands before the bar', () => {
  const bar = barOf('09:30', 30, '2026-06-01T09:30');
  assert.equal(bar.columnOf(slotAt('2026-06-01T09:30')), '31 / span 30');
  assert.deepEqual(bar.hours, [9]);
});

test('on the night when clocks go back a block keeps its length', () => {
  const bar = barOf('18:00', 60);
  assert.match(bar.columnOf(slotAt('2026-06-02T02:30', '2026-06-02T02:30')), /span 60$/);
});

test('a closed day has a bar as well', () => assert.deepEqual(barOf('06:00', 60).hours, [6]));
