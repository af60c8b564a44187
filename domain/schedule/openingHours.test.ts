import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { hoursInDay } from './openingHours.ts';

const DAY = 1440;
const toTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const minutes = fc.integer({ min: 0, max: DAY - 1 });
const times = minutes.map(toTime);

/** The times of a day from `dayStart` until the next `dayStart`, both included. */
function clockFrom(dayStart: string): string[] {
  const all = Array.from({ length: DAY }, (_, minute) => toTime(minute));
  const index = all.indexOf(dayStart);
  return [...all.slice(index), ...all.slice(0, index), dayStart];
}

test('hours count from the start of the booking day, for one day', () => {
  fc.assert(
    fc.property(times, times, times, (dayStart, opensAt, closesAt) => {
      const clock = clockFrom(dayStart);
      const [opens, closes] = [clock.indexOf(opensAt), clock.lastIndexOf(closesAt)];
      assert.deepEqual(hoursInDay(dayStart, opensAt, closesAt), opens < closes ? { opens, closes } : null);
    }),
  );
});

test('valid hours are within one booking day and not empty', () => {
  fc.assert(
    fc.property(times, times, times, (dayStart, opensAt, closesAt) => {
      const hours = hoursInDay(dayStart, opensAt, closesAt);
      assert.ok(hours === null || (hours.opens >= 0 && hours.opens < hours.closes && hours.closes <= DAY));
    }),
  );
});

test('shifting day start, opening and closing equally changes nothing', () => {
  fc.assert(
    fc.property(minutes, minutes, minutes, minutes, (dayStart, opensAt, closesAt, by) => {
      const at = (shift: number) =>
        hoursInDay(
          toTime((dayStart + shift) % DAY),
          toTime((opensAt + shift) % DAY),
          toTime((closesAt + shift) % DAY),
        );
      assert.deepEqual(at(by), at(0));
    }),
  );
});

test('opening and closing at the day start means open all day', () => {
  fc.assert(
    fc.property(times, (dayStart) => {
      assert.deepEqual(hoursInDay(dayStart, dayStart, dayStart), { opens: 0, closes: DAY });
    }),
  );
});

test('hours may continue past midnight', () => {
  assert.deepEqual(hoursInDay('06:00', '20:00', '03:00'), { opens: 14 * 60, closes: 21 * 60 });
  assert.deepEqual(hoursInDay('06:00', '01:00', '03:00'), { opens: 19 * 60, closes: 21 * 60 });
});

test('closing at the day start means the end of the booking day', () => {
  assert.deepEqual(hoursInDay('06:00', '20:00', '06:00'), { opens: 14 * 60, closes: DAY });
  assert.deepEqual(hoursInDay('00:00', '09:00', '00:00'), { opens: 9 * 60, closes: DAY });
});

test('rejects hours that extend past the next day start', () => {
  assert.equal(hoursInDay('06:00', '20:00', '07:00'), null);
  assert.equal(hoursInDay('06:00', '05:00', '09:00'), null);
  assert.equal(hoursInDay('00:00', '20:00', '02:00'), null);
});

test('rejects equal opening and closing times other than the day start', () => {
  assert.equal(hoursInDay('06:00', '10:00', '10:00'), null);
});
