import assert from 'node:assert/strict';
import type { Slot } from '@venue-booking/proto/facility/slot';
import { test } from 'vitest';
import type { Schedule } from '../flow/schedule.ts';
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

test('shows a day as past, available, full or closed', () => {
  const schedule = scheduleOf({ '2026-06-10': true, '2026-06-11': false, '2026-06-15': false });
  assert.equal(dayState(schedule, '2026-06-09'), 'past');
  assert.equal(dayState(schedule, '2026-06-10'), 'someFree');
  assert.equal(dayState(schedule, '2026-06-11'), 'noneFree');
  assert.equal(dayState(schedule, '2026-06-15'), 'closed');
});

test('shows an unknown day as available, unless the weekday is closed', () => {
  assert.equal(dayState(scheduleOf({}), '2026-06-12'), 'someFree');
  assert.equal(dayState(scheduleOf({}), '2026-06-15'), 'closed');
});

test('shows a closed weekday as available if an exception opens it', () =>
  assert.equal(dayState(scheduleOf({ '2026-06-15': true }), '2026-06-15'), 'someFree'));

test('lists available days in order from today', () => {
  const schedule = scheduleOf({
    '2026-07-01': true,
    '2026-06-12': true,
    '2026-06-11': false,
    '2026-06-09': true,
    '2026-06-10': true,
  });
  assert.deepEqual(freeDays(schedule), ['2026-06-10', '2026-06-12', '2026-07-01']);
});

test('omits past times and keeps full and blocked ones', () => {
  const slot = (id: number, reason?: Slot['reason']) => ({ id, bookable: !reason, reason }) as Slot;
  const ids = (slots: Slot[]) => comingTimes(slots).map(({ id }) => id);
  const [over, soon] = [slot(1, 'past'), slot(5, 'notice')];
  const [full, blocked, open] = [slot(2, 'full'), slot(3, 'blocked'), slot(4)];
  assert.deepEqual(ids([over, full, blocked, open]), [2, 3, 4]);
  assert.deepEqual(ids([over, soon, open]), [4]);
  assert.deepEqual(ids([full, over, open]), [4], 'a full time before it is past too');
  assert.deepEqual(ids([over]), []);
  assert.deepEqual(ids([full, blocked]), [2, 3]);
  assert.deepEqual(ids([]), []);
});
