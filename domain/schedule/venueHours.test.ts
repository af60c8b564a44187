import assert from 'node:assert/strict';
import type { DayWindow } from '@venue-booking/proto/facility/timetable';
import { test } from 'vitest';
import { venueHours } from './venueHours.ts';

const hours = (all: DayWindow[][], { dayStart = '06:00', duration = 60, buffer = 0 } = {}) =>
  venueHours(
    all.map((windows) => ({ windows, duration_minutes: duration, buffer_minutes: buffer })),
    dayStart,
  ).map(({ opens_at, closes_at }) => `${opens_at}–${closes_at}`);
const open = (opens_at: string, closes_at: string): DayWindow => ({ opens_at, closes_at });

test('a venue is open while one of its facilities is', () => {
  assert.deepEqual(hours([[open('10:00', '14:00')], [open('12:00', '22:00')]]), ['10:00–22:00']);
  assert.deepEqual(hours([[open('10:00', '12:00')], [open('12:00', '13:00')]]), ['10:00–13:00']);
  assert.deepEqual(hours([[open('17:00', '22:00'), open('09:00', '12:00')], [open('09:30', '11:00')]]), [
    '09:00–12:00',
    '17:00–22:00',
  ]);
  assert.deepEqual(hours([[], []]), []);
  assert.deepEqual(hours([]), []);
});

test('hours past midnight belong to the booking day', () => {
  assert.deepEqual(hours([[open('20:00', '02:00')], [open('23:00', '05:30')]]), ['20:00–05:30']);
  assert.deepEqual(hours([[open('06:00', '06:00')]]), ['06:00–06:00'], 'all day');
});

test('start times are open until their slots end, with the breaks between them', () => {
  const starts = (...times: string[]): DayWindow => ({ starts: times });
  const long = { duration: 150, buffer: 30 };
  assert.deepEqual(hours([[starts('16:00', '10:00', '13:00')]], long), ['10:00–18:30']);
  assert.deepEqual(hours([[starts('10:00', '15:00')]], long), ['10:00–12:30', '15:00–17:30']);
  assert.deepEqual(hours([[starts('10:00', '14:00')]], { duration: 120, buffer: 120 }), ['10:00–16:00']);
  assert.deepEqual(hours([[starts('05:00')]], { duration: 120 }), ['05:00–06:00'], 'within the day');
});
