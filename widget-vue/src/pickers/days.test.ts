import assert from 'node:assert/strict';
import type { Slot } from '@venue-booking/proto/facility/slot';
import { test } from 'vitest';
import type { Schedule } from '../flow/schedule.ts';
import {
  comingTimes,
  dayParts,
  dayState,
  freeDays,
  fullness,
  ghostParts,
  otherDay,
  whyNone,
} from './days.ts';

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

test('shows a day that an exception closes as closed, not as full', () => {
  const schedule = scheduleOf({ '2026-06-11': false, '2026-06-12': false });
  Object.assign(schedule.days['2026-06-12'] ?? {}, { closed: true });
  assert.equal(dayState(schedule, '2026-06-11'), 'noneFree');
  assert.equal(dayState(schedule, '2026-06-12'), 'closed');
});

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

test('offers the next available day with room for the party, else the first one before', () => {
  const free = { '2026-06-11': 9, '2026-06-13': 2, '2026-06-20': 6 };
  const days = Object.fromEntries(
    Object.entries(free).map(([date, free]) => [date, { date, free, bookable: true }]),
  );
  const on = (date: string, people: number, mode = 'CAPACITY') =>
    otherDay({ ...scheduleOf({}), facility: { mode } as Schedule['facility'], date, days }, people);
  assert.equal(on('2026-06-12', 2), '2026-06-13');
  assert.equal(on('2026-06-12', 3), '2026-06-20');
  assert.equal(on('2026-06-12', 3, 'FULL'), '2026-06-13', 'the places of private slots are no sum');
  assert.equal(on('2026-06-20', 3), '2026-06-11');
  assert.equal(on('2026-06-12', 10), undefined);
});

test('tells a full day from a closed, past, future and crowded one', () => {
  const facility = { mode: 'CAPACITY', min_people: 2, max_people_per_booking: 8 } as Schedule['facility'];
  const slot = (reason?: Slot['reason'], free = 0) =>
    ({ blocked: !!reason && !/full|add_on_gone/.test(reason), bookable: !reason, free, reason }) as Slot;
  const of = (...slots: Slot[]) => whyNone({ facility, slots });
  assert.equal(of(), 'closedOn');
  assert.equal(of(slot('blocked'), slot('closed')), 'closedOn');
  assert.equal(of(slot('full')), 'fullOn');
  assert.equal(of(slot('blocked'), slot('room_taken')), 'fullOn', 'one full time suffices');
  assert.equal(of(slot('add_on_gone')), 'fullOn');
  assert.equal(of(slot(undefined, 1)), 'fullOn', 'one place is too few for the smallest party');
  assert.equal(of(slot(undefined, 3), slot('full')), 'tooFewOn');
  assert.equal(of(slot('too_far')), 'notYetOn');
  assert.equal(of(slot('past'), slot('notice')), 'noMore');
  assert.equal(of(slot('past'), slot('full')), 'fullOn');
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

const timesAt = (...starts: string[]) =>
  starts.map((starts_at) => ({ starts_at, bookable: true, free: 1 })) as unknown as Slot[];
const daysWith = (...free: number[]) =>
  Object.fromEntries(
    free.map((places, index) => [`2026-06-1${index}`, { free: places }]),
  ) as Schedule['days'];

test('groups many times by part of the day, in order, with the small hours last', () => {
  const times = timesAt(
    ...['09:00', '10:30', '12:00', '15:00', '18:00', '22:30'].map((time) => `${today}T${time}`),
    '2026-06-11T00:00',
    '2026-06-11T08:00',
  );
  const groups = dayParts(times, today);
  assert.deepEqual(
    groups.map(({ part, times }) => [part, times.length]),
    [
      ['morning', 2],
      ['afternoon', 2],
      ['evening', 2],
      ['night', 2],
    ],
  );
  assert.deepEqual(
    groups.flatMap(({ times }) => times),
    times,
  );
});

test('does not group few times, or times of one part of the day', () => {
  const evening = Array.from({ length: 12 }, (_, index) => `${today}T${18 + Math.floor(index / 2)}:00`);
  for (const starts of [evening, [`${today}T09:00`, `${today}T15:00`]])
    assert.deepEqual(
      dayParts(timesAt(...starts), today).map(({ part, times }) => [part, times.length]),
      [[undefined, starts.length]],
    );
});

test('shows how full a day is relative to the day with the most free places', () => {
  const days = daysWith(24, 17, 16, 9, 8, 1);
  assert.deepEqual(
    Object.keys(days).map((date) => fullness({ days }, date)),
    [1, 1, 1, 2, 2, 3],
  );
  assert.equal(fullness({ days }, '2026-07-01'), 0);
});

test('reserves space for the busiest day as far as it is known', () => {
  const reserved = (days: Schedule['days'], slots: Slot[] | null = null) =>
    ghostParts({ days, slots, facility: { capacity: 10 } as Schedule['facility'] });
  assert.deepEqual(reserved({}), [6]);
  assert.deepEqual(reserved(daysWith(40, 15)), [4]);
  assert.deepEqual(reserved(daysWith(80)), [3, 3, 2]);
  assert.deepEqual(reserved(daysWith(10), timesAt(`${today}T09:00`, `${today}T10:00`)), [2]);
  assert.equal(
    reserved(daysWith(9000)).reduce((sum, count) => sum + count),
    30,
  );
});
