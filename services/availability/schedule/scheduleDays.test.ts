import assert from 'node:assert/strict';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import type { DayWindow } from '@venue-booking/proto/facility/timetable';
import { test } from 'vitest';
import { type OpeningRules, slotsOn } from './schedule.ts';

// Examples that an owner can check on a calendar. schedule.test.ts has the properties of all days.

const rules: OpeningRules = {
  timezone: 'Europe/Amsterdam',
  dayStart: '06:00',
  opensAt: '20:00',
  closesAt: '23:00',
  durationMinutes: 60,
  bufferMinutes: 0,
  openDays: [1, 2, 3, 4, 5, 6, 7],
  exceptions: new Map(),
  holidays: [],
};
const allDay = { opensAt: '06:00', closesAt: '06:00' };
const withException = (date: string, windows: DayWindow[]) => ({
  ...rules,
  exceptions: new Map([[date, windows]]),
});

const shown = (changed: Partial<OpeningRules>, date: string) => {
  const all = { ...rules, ...changed };
  return slotsOn(all, date).map(({ startsAt }) => localAt(all.timezone, startsAt));
};
/** Times without their date, for nights whose date is clear. */
const times = (changed: Partial<OpeningRules>, date: string) =>
  shown(changed, date).map((local) => local.slice(11));

/** Start and end times. */
const spans = (changed: Partial<OpeningRules>, date: string) => {
  const all = { ...rules, ...changed };
  const time = (instant: number) => localAt(all.timezone, instant).slice(11);
  return slotsOn(all, date).map(({ startsAt, endsAt }) => `${time(startsAt)}–${time(endsAt)}`);
};

test('an evening from eight to eleven has three hours', () => {
  assert.deepEqual(shown({}, '2026-06-01'), ['2026-06-01T20:00', '2026-06-01T21:00', '2026-06-01T22:00']);
});

test('a bar open past midnight lists its late slots under the evening before', () => {
  assert.deepEqual(shown({ opensAt: '22:00', closesAt: '02:00' }, '2026-06-30'), [
    '2026-06-30T22:00',
    '2026-06-30T23:00',
    '2026-07-01T00:00',
    '2026-07-01T01:00',
  ]);
});

test('a place that opens after midnight opens on the next calendar date', () => {
  assert.deepEqual(shown({ opensAt: '01:00', closesAt: '03:00' }, '2026-12-31'), [
    '2027-01-01T01:00',
    '2027-01-01T02:00',
  ]);
});

test('a Saturday night that continues into Sunday counts as Saturday', () => {
  const saturdays = { opensAt: '23:00', closesAt: '02:00', openDays: [6] };
  assert.deepEqual(times(saturdays, '2026-06-06'), ['23:00', '00:00', '01:00']);
  assert.deepEqual(times(saturdays, '2026-06-07'), []);
});

test('a facility is open only on its weekdays, and never without any', () => {
  const week = [
    '2026-06-01',
    '2026-06-02',
    '2026-06-03',
    '2026-06-04',
    '2026-06-05',
    '2026-06-06',
    '2026-06-07',
  ];
  assert.deepEqual(
    week.map((date) => times({ openDays: [1, 7] }, date).length),
    [3, 0, 0, 0, 0, 0, 3],
  );
  assert.deepEqual(
    week.map((date) => times({ openDays: [] }, date).length),
    [0, 0, 0, 0, 0, 0, 0],
  );
});

test('a buffer keeps time free between slots, not before the first or after the last', () => {
  assert.deepEqual(times({ bufferMinutes: 15 }, '2026-06-01'), ['20:00', '21:15']);
  assert.deepEqual(times({ bufferMinutes: 60 }, '2026-06-01'), ['20:00', '22:00']);
  assert.deepEqual(times({ durationMinutes: 180, bufferMinutes: 600 }, '2026-06-01'), ['20:00']);
});

test('a slot that would end after closing does not exist', () => {
  assert.deepEqual(times({ durationMinutes: 90 }, '2026-06-01'), ['20:00', '21:30']);
  assert.deepEqual(times({ durationMinutes: 181 }, '2026-06-01'), []);
});

test('opening all day gives 24 slots of an hour, or a single one of a day', () => {
  const hours = times(allDay, '2026-06-01');
  assert.deepEqual([hours.length, hours[0], hours.at(-1)], [24, '06:00', '05:00']);
  assert.deepEqual(times({ ...allDay, durationMinutes: 1440 }, '2026-06-01'), ['06:00']);
});

test('a closed date has no slots, and the dates around it are unaffected', () => {
  const closed = withException('2026-12-25', []);
  assert.deepEqual(
    ['2026-12-24', '2026-12-25', '2026-12-26'].map((date) => times(closed, date).length),
    [3, 0, 3],
  );
});

test('a date with its own hours has those, also on a closed weekday', () => {
  const special = withException('2026-06-01', [{ opens_at: '10:00', closes_at: '12:00' }]);
  assert.deepEqual(times(special, '2026-06-01'), ['10:00', '11:00']);
  assert.deepEqual(times({ ...special, openDays: [2] }, '2026-06-01'), ['10:00', '11:00']);
  assert.deepEqual(times(special, '2026-06-02'), ['20:00', '21:00', '22:00']);
});

test('hours that do not lie in one booking day give no slots', () => {
  assert.deepEqual(times({ closesAt: '07:00' }, '2026-06-01'), []);
});

const night = { opensAt: '00:00', closesAt: '05:00' };

test('in Amsterdam the spring night skips the hour from two to three', () => {
  assert.deepEqual(times(night, '2026-03-28'), ['00:00', '01:00', '03:00', '04:00']);
  assert.equal(times(allDay, '2026-03-28').length, 23);
  assert.deepEqual(times(night, '2026-03-29'), ['00:00', '01:00', '02:00', '03:00', '04:00']);
});

test('in Amsterdam the autumn night has the hour from two to three twice', () => {
  assert.deepEqual(times(night, '2026-10-24'), ['00:00', '01:00', '02:00', '02:00', '03:00', '04:00']);
  assert.equal(times(allDay, '2026-10-24').length, 25);
});

test('the two slots of the repeated hour are an hour apart', () => {
  const [first, second] = slotsOn({ ...rules, opensAt: '02:00', closesAt: '04:00' }, '2026-10-24');
  assert.equal(first?.startsAt, Date.parse('2026-10-25T02:00+02:00'));
  assert.equal(second?.startsAt, Date.parse('2026-10-25T02:00+01:00'));
});

test('in New York the nights of March and November behave the same', () => {
  const newYork = { ...night, timezone: 'America/New_York' };
  assert.deepEqual(times(newYork, '2026-03-07'), ['00:00', '01:00', '03:00', '04:00']);
  assert.deepEqual(times(newYork, '2026-10-31'), ['00:00', '01:00', '01:00', '02:00', '03:00', '04:00']);
});

test('on Lord Howe Island clocks move by half an hour', () => {
  const island = {
    opensAt: '01:00',
    closesAt: '03:30',
    durationMinutes: 30,
    timezone: 'Australia/Lord_Howe',
  };
  assert.deepEqual(times(island, '2026-10-03'), ['01:00', '01:30', '02:30', '03:00']);
  assert.deepEqual(times(island, '2026-04-04'), ['01:00', '01:30', '01:30', '02:00', '02:30', '03:00']);
  assert.deepEqual(times({ ...island, durationMinutes: 60 }, '2026-10-03'), ['01:00', '02:30']);
});

test('hours that a clock change would push into the next booking day end with their own', () => {
  const late = { dayStart: '03:00', opensAt: '00:00', closesAt: '02:30', durationMinutes: 30 };
  assert.deepEqual(shown(late, '2026-03-28').at(-1), '2026-03-29T01:30');
  assert.deepEqual(times({ ...late, dayStart: '02:30', opensAt: '03:00', closesAt: '04:30' }, '2026-03-29'), [
    '03:30',
    '04:00',
  ]);
});

test('a slot across the clock change lasts as long as any other', () => {
  const long = { opensAt: '01:00', closesAt: '05:30', durationMinutes: 120 };
  assert.deepEqual(spans(long, '2026-03-28'), ['01:00–04:00']);
  assert.deepEqual(spans(long, '2026-10-24'), ['01:00–02:00', '02:00–04:00']);
});

const [spring, autumn] = ['2026-03-28', '2026-10-24'];

test('a slot as long as the night exists once on both clock-change nights and ends at closing', () => {
  for (const [opensAt, closesAt, durationMinutes] of [
    ['20:00', '08:00', 720],
    ['22:00', '06:00', 480],
    ['06:00', '06:00', 1440],
  ] as const)
    for (const date of [spring, autumn, '2026-06-01']) {
      const night = { dayStart: opensAt, opensAt, closesAt, durationMinutes };
      assert.deepEqual(spans(night, date), [`${opensAt}–${closesAt}`]);
    }
  assert.deepEqual(spans({ opensAt: '02:00', closesAt: '04:00', durationMinutes: 120 }, autumn), [
    '02:00–04:00',
  ]);
});

test('a slot as long as the night is an hour shorter in spring and an hour longer in autumn', () => {
  const hours = (date: string) =>
    slotsOn({ ...rules, opensAt: '22:00', closesAt: '06:00', durationMinutes: 480 }, date).map(
      ({ startsAt, endsAt }) => (endsAt - startsAt) / 3600_000,
    );
  assert.deepEqual([hours(spring), hours('2026-06-01'), hours(autumn)], [[7], [8], [9]]);
});

test('of several slots the last ends at closing, and the others keep their length', () => {
  const halves = { opensAt: '22:00', closesAt: '06:00', durationMinutes: 240 };
  assert.deepEqual(spans(halves, spring), ['22:00–03:00', '03:00–06:00']);
  assert.deepEqual(spans(halves, autumn), ['22:00–02:00', '02:00–06:00']);
  const buffered = { opensAt: '22:00', closesAt: '04:00', durationMinutes: 60, bufferMinutes: 15 };
  assert.deepEqual(spans(buffered, spring), ['22:00–23:00', '23:15–00:15', '00:30–01:30', '01:45–04:00']);
});

test('a rest of less than half a slot extends the slot before it to closing', () => {
  const short = { opensAt: '01:00', closesAt: '03:30', durationMinutes: 75 };
  assert.deepEqual(spans(short, spring), ['01:00–03:30']);
  assert.deepEqual(
    spans({ ...short, opensAt: '02:15' }, spring),
    ['03:15–03:30'],
    'if there is a slot before it',
  );
});

test('hours that a spring night skips have no slot, and half-skipped hours have a half slot', () => {
  assert.deepEqual(spans({ opensAt: '02:00', closesAt: '03:00' }, spring), []);
  assert.deepEqual(spans({ opensAt: '02:00', closesAt: '04:00', durationMinutes: 120 }, spring), [
    '03:00–04:00',
  ]);
});

test('a zone without summer time has equal days all year', () => {
  for (const date of ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25', '2026-07-01'])
    for (const timezone of ['Asia/Tokyo', 'Asia/Kolkata', 'Africa/Lagos', 'UTC'])
      assert.equal(times({ ...allDay, timezone }, date).length, 24, `${timezone} ${date}`);
});

test('dates without slot ids have no slots', () => {
  for (const date of ['0001-01-01', '2019-12-31', '2148-01-01', '9999-12-31'])
    assert.deepEqual(times({}, date), [], date);
  for (const date of ['2020-01-02', '2147-01-01']) assert.equal(times({}, date).length, 3, date);
});
