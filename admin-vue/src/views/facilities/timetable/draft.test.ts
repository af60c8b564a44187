import assert from 'node:assert/strict';
import { MAX_SEASONS as API_MAX_SEASONS, type Timetable } from '@venue-booking/proto/facility/timetable';
import { test } from 'vitest';
import {
  inForm,
  isHidden,
  MAX_SEASONS,
  newWindow,
  startsIn,
  toDrafts,
  toTimetable,
  withSeason,
} from './draft.ts';

const club: Timetable = [
  { name: 'Holiday', from: '2027-07-03', windows: [] },
  { name: 'Winter', from: '10-01', to: '03-31', windows: [{ days: [6, 7], starts: ['10:00', '13:30'] }] },
  { windows: [{ days: [1, 2], opens_at: '09:00', closes_at: '12:00' }] },
];

test('keeps an unedited timetable unchanged', () => {
  assert.deepEqual(toTimetable(toDrafts(club)), club);
});

test('has the same limit of seasons as the API', () => {
  assert.equal(MAX_SEASONS, API_MAX_SEASONS);
});

test('parses typed start times, and keeps invalid ones', () => {
  assert.deepEqual(startsIn('10:00, 13:30 19:00'), ['10:00', '13:30', '19:00']);
  assert.deepEqual(startsIn('9.30; 14u 14u30, 7'), ['09:30', '14:00', '14:30', '07:00']);
  assert.deepEqual(startsIn('noon'), ['noon']);
  assert.deepEqual(startsIn(' '), []);
});

test('inserts a new season before an all-year season, which would hide it', () => {
  const drafts = withSeason(toDrafts(club));
  assert.equal(drafts[2]?.when, 'yearly');
  assert.equal(drafts[3]?.when, 'always');
  assert.deepEqual(
    [0, 1, 2, 3].map((index) => isHidden(drafts, index)),
    [false, false, false, false],
  );
  assert.ok(isHidden([...drafts, ...drafts.slice(0, 1)], 4));
});

test('gives a new window the days without hours, or else those of the last window', () => {
  const [, winter, usual] = toDrafts(club);
  assert.deepEqual(winter && newWindow(winter).days, [1, 2, 3, 4, 5]);
  usual?.windows.push(newWindow(usual));
  assert.deepEqual(usual && newWindow(usual).days, [3, 4, 5, 6, 7]);
});

test('keeps the days of a season when it becomes yearly or one-time, also over New Year', () => {
  assert.deepEqual(inForm({ from: '10-01', to: '03-31' }, 'once', 2026), {
    from: '2026-10-01',
    to: '2027-03-31',
  });
  assert.deepEqual(inForm({ from: '2026-10-01', to: '' }, 'yearly', 2026), { from: '10-01', to: '09-30' });
  assert.deepEqual(inForm({ from: '', to: '' }, 'once', 2026), { from: '', to: '' });
});
