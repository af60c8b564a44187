import assert from 'node:assert/strict';
import type { Slot } from '@venue-booking/proto/slot';
import { test } from 'vitest';
import type { Schedule } from '../schedule.ts';
import { comingTimes, dayState, freeDays } from './days.ts';

// Wednesday; open from Tuesday to Sunday.
const today = '2026-06-10';
const scheduleOf = (bookable: Record<string, boolean>) =>
  ({
    facility: { open_days: [2, 3, 4, 5, 6, 7] },
    today,
    days: Object.fromEntries(
      Object.entries(bookable).map(([date, bookable]) => [date, { date, free: 0, bookable }]),
    ),
  }) as unknown as Schedule;

test('a day is past, free, full or closed', () => {
  const schedule = scheduleOf({ '2026-06-10': true, '2026-06-11': false, '2026-06-15': false });
  assert.equal(dayState(schedule, '2026-06-09'), 'past');
  assert.equal(dayState(schedule, '2026-06-10'), 'someFree');
  assert.equal(dayState(schedule, '2026-06-11'), 'noneFree');
  assert.equal(dayState(schedule, '2026-06-15'), 'closed');
});

test('a day that is not known yet can be tried, unless its weekday is closed', () => {
  assert.equal(dayState(scheduleOf({}), '2026-06-12'), 'someFree');
  assert.equal(dayState(scheduleOf({}), '2026-06-15'), 'closed');
});

test('an exception opens a closed weekday', () =>
  assert.equal(dayState(scheduleOf({ '2026-06-15': true }), '2026-06-15'), 'someFree'));

test('free days come in their order, whatever was asked first, and none before today', () => {
  const schedule = scheduleOf({
    '2026-07-01': true,
    '2026-06-12': true,
    '2026-06-11': false,
    '2026-06-09': true,
    '2026-06-10': true,
  });
  assert.deepEqual(freeDays(schedule), ['2026-06-10', '2026-06-12', '2026-07-01']);
});

test('times that are over are left out, those that are full or blocked are shown as such', () => {
  const slot = (id: number, reason?: Slot['reason']) => ({ id, bookable: !reason, reason }) as Slot;
  const ids = (slots: Slot[]) => comingTimes(slots).map(({ id }) => id);
  const [over, soon] = [slot(1, 'past'), slot(5, 'notice')];
  const [full, blocked, open] = [slot(2, 'full'), slot(3, 'blocked'), slot(4)];
  assert.deepEqual(ids([over, full, blocked, open]), [2, 3, 4]);
  assert.deepEqual(ids([over, soon, open]), [4]);
  assert.deepEqual(ids([full, over, open]), [4], 'what was full before it is over too');
  assert.deepEqual(ids([over]), []);
  assert.deepEqual(ids([full, blocked]), [2, 3]);
  assert.deepEqual(ids([]), []);
});
