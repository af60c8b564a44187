import assert from 'node:assert/strict';
import { checkTimetable } from '@venue-booking/domain/schedule/checkTimetable';
import { minutesOf } from '@venue-booking/domain/schedule/openingHours';
import { seasonOn } from '@venue-booking/domain/schedule/season';
import { addDays, localAt, weekdayOf, zonedAt } from '@venue-booking/domain/schedule/venueTime';
import { outcomeOf } from '@venue-booking/domain/testing/outcomeOf';
import { Timetable, type Window } from '@venue-booking/proto/facility/timetable';
import fc from 'fast-check';
import { test } from 'vitest';
import { bookingDay, type OpeningRules, slotsOn } from './schedule.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const [WEEKDAYS, WEEKEND] = [
  [1, 2, 3, 4, 5],
  [6, 7],
];

/** A tennis club: lit courts with long hours in summer; in winter, open before and after working hours. */
const club: Timetable = [
  { name: 'Tournament', from: '2027-07-03', to: '2027-07-04', windows: [] },
  {
    ...{ name: 'Winter', from: '10-01', to: '03-31' },
    windows: [
      { days: WEEKDAYS, opens_at: '07:00', closes_at: '12:00' },
      { days: WEEKDAYS, opens_at: '17:00', closes_at: '22:00' },
      { days: WEEKEND, starts: ['10:00', '13:30', '19:00'] },
    ],
  },
  { name: 'Summer', windows: [{ days: EVERY_DAY, opens_at: '07:00', closes_at: '22:00' }] },
];

const rules: OpeningRules = {
  timezone: 'Europe/Amsterdam',
  dayStart: '06:00',
  opensAt: '12:00',
  closesAt: '13:00',
  durationMinutes: 60,
  bufferMinutes: 0,
  openDays: [],
  timetable: club,
  exceptions: new Map(),
  holidays: [],
};
const spans = (changed: Partial<OpeningRules>, date: string) => {
  const all = { ...rules, ...changed };
  const time = (instant: number) => localAt(all.timezone, instant).slice(11);
  return slotsOn(all, date).map(({ startsAt, endsAt }) => `${time(startsAt)}–${time(endsAt)}`);
};
const starts = (changed: Partial<OpeningRules>, date: string) =>
  spans(changed, date).map((span) => span.slice(0, 5));
const always = (...windows: Timetable[number]['windows']) => ({ timetable: [{ windows }] });

test('a club is open before work and after it in winter, and all day in summer', () => {
  const morning = ['07:00', '08:00', '09:00', '10:00', '11:00'];
  const evening = ['17:00', '18:00', '19:00', '20:00', '21:00'];
  assert.deepEqual(starts({}, '2027-01-11'), [...morning, ...evening]);
  assert.equal(starts({}, '2027-06-07').length, 15);
});

test('each listed start gives a slot of the usual length', () => {
  assert.deepEqual(spans({ durationMinutes: 90 }, '2027-01-09'), [
    '10:00–11:30',
    '13:30–15:00',
    '19:00–20:30',
  ]);
});

test('a yearly season includes its first and last day, also across New Year', () => {
  const open = (date: string) => seasonOn(club, date)?.name;
  assert.deepEqual(
    ['2026-09-30', '2026-10-01', '2026-12-31', '2027-01-01', '2028-02-29', '2027-03-31', '2027-04-01'].map(
      open,
    ),
    ['Summer', 'Winter', 'Winter', 'Winter', 'Winter', 'Winter', 'Summer'],
  );
});

test('the first season that includes a date applies, and a one-time season does not repeat', () => {
  assert.deepEqual(starts({}, '2027-07-03'), [], 'closed for the tournament');
  assert.equal(starts({}, '2027-07-05').length, 15);
  assert.equal(starts({}, '2028-07-03').length, 15, 'a year later');
});

test('a season may have only a first or only a last day', () => {
  const windows = [{ days: EVERY_DAY, starts: ['10:00'] }];
  const timetable: Timetable = [{ from: '2027-05-01', windows }];
  assert.deepEqual(starts({ timetable }, '2027-04-30'), []);
  assert.deepEqual(starts({ timetable }, '2031-01-01'), ['10:00']);
  assert.deepEqual(starts({ timetable: [{ to: '2027-05-01', windows }] }, '2027-05-01'), ['10:00']);
  assert.deepEqual(starts({ timetable: [{ to: '2027-05-01', windows }] }, '2027-05-02'), []);
});

test('a day without a season is closed, whatever the daily hours are', () => {
  const timetable: Timetable = [{ from: '05-01', to: '09-30', windows: [] }];
  assert.deepEqual(starts({ timetable, openDays: EVERY_DAY }, '2027-11-01'), []);
});

test('an exception replaces the hours of a day or closes it', () => {
  const exceptions = new Map([
    ['2027-01-11', [{ opens_at: '12:00', closes_at: '14:00' }, { starts: ['09:00', '10:30'] }]],
    ['2027-01-12', []],
  ]);
  assert.deepEqual(starts({ exceptions }, '2027-01-11'), ['09:00', '10:30', '12:00', '13:00']);
  assert.deepEqual(starts({ exceptions }, '2027-01-12'), []);
  assert.equal(starts({ exceptions }, '2027-01-13').length, 10);
});

test('slots after midnight belong to the evening before, and to its season', () => {
  const timetable: Timetable = [
    { to: '2026-12-31', windows: [{ days: EVERY_DAY, opens_at: '22:00', closes_at: '01:00' }] },
  ];
  assert.deepEqual(starts({ timetable }, '2026-12-31'), ['22:00', '23:00', '00:00']);
  assert.deepEqual(starts({ timetable }, '2027-01-01'), []);
});

const [spring, autumn] = ['2026-03-28', '2026-10-24'];

test('of two windows that a spring night makes overlap, the first slot is kept', () => {
  const two = always(
    { days: EVERY_DAY, opens_at: '01:00', closes_at: '02:30' },
    { days: EVERY_DAY, opens_at: '03:00', closes_at: '05:00' },
  );
  assert.deepEqual(spans({ ...two, durationMinutes: 30 }, spring), [
    '01:00–01:30',
    '01:30–03:00',
    '03:00–03:30',
    '03:30–04:00',
    '04:00–04:30',
    '04:30–05:00',
  ]);
  assert.deepEqual(starts(always({ days: EVERY_DAY, starts: ['02:00', '03:00', '04:00'] }), spring), [
    '03:00',
    '04:00',
  ]);
});

test('each window of an autumn night ends at its closing, and a listed start occurs once', () => {
  const two = always(
    { days: EVERY_DAY, opens_at: '01:00', closes_at: '03:00' },
    { days: EVERY_DAY, opens_at: '03:30', closes_at: '05:30' },
  );
  assert.deepEqual(spans({ ...two, durationMinutes: 120 }, autumn), ['01:00–03:00', '03:30–05:30']);
  assert.deepEqual(spans(always({ days: EVERY_DAY, starts: ['02:00', '03:00'] }), autumn), [
    '02:00–02:00',
    '03:00–04:00',
  ]);
});

/** Timetables that the API accepts, for slots of some length with a buffer. */
const time = fc
  .integer({ min: 0, max: 95 })
  .map((quarters) => new Date(quarters * 900_000).toISOString().slice(11, 16));
const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
const windows: fc.Arbitrary<Window[]> = fc.array(
  fc.oneof(
    fc.record({ days, opens_at: time, closes_at: time }),
    fc.record({ days, starts: fc.uniqueArray(time, { minLength: 1, maxLength: 4 }) }),
  ),
  { maxLength: 4 },
);
const dayOfYear = fc.integer({ min: 0, max: 365 }).map((at) => addDays('2024-01-01', at).slice(5));
const seasons: fc.Arbitrary<Timetable> = fc.array(
  fc.oneof(fc.record({ windows }), fc.record({ from: dayOfYear, to: dayOfYear, windows })),
  { minLength: 1, maxLength: 3 },
);
const zones = fc.constantFrom(
  'Europe/Amsterdam',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
);
const someRules = fc
  .record({
    timezone: zones,
    dayStart: fc.constantFrom('00:00', '02:30', '06:00'),
    durationMinutes: fc.constantFrom(30, 45, 60, 120),
    bufferMinutes: fc.constantFrom(0, 15),
    timetable: seasons,
  })
  .map((changed): OpeningRules => ({ ...rules, ...changed }))
  .filter((all) => outcomeOf(() => checkTimetable(all.timetable ?? [], all)) === undefined);
/** Any day, or one near a clock change. */
const dates = (timezone: string) =>
  fc
    .tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: -1, max: 1 }), fc.boolean())
    .map(([at, shift, near]) => {
      const date = addDays('2026-01-01', at);
      const next = near && zonedAt(timezone, Date.parse(date)).getTimeZoneTransition('next');
      return next ? addDays(next.toPlainDate().toString(), shift) : date;
    });
const rulesAndDate = someRules.chain((all) => fc.tuple(fc.constant(all), dates(all.timezone)));

test('slots of any valid timetable lie in their day and keep the buffer between them, on any night', () => {
  fc.assert(
    fc.property(rulesAndDate, ([all, date]) => {
      assert.ok(Timetable.safeParse(all.timetable).success);
      const day = bookingDay(all, date);
      const slots = slotsOn(all, date);
      for (const [index, { startsAt, endsAt }] of slots.entries()) {
        assert.ok(day.startsAt <= startsAt && startsAt < endsAt && endsAt <= day.endsAt);
        const next = slots[index + 1];
        assert.ok(!next || next.startsAt >= endsAt + all.bufferMinutes * 60_000);
      }
    }),
    { numRuns: 400 },
  );
});

test('a day without a clock change has a slot for each start, and as many as fit into each window', () => {
  fc.assert(
    fc.property(rulesAndDate, ([all, date]) => {
      const day = bookingDay(all, date);
      fc.pre(day.endsAt - day.startsAt === 24 * 3600_000);
      const season = seasonOn(all.timetable ?? [], date);
      const expected = (season?.windows ?? [])
        .filter((window) => window.days.includes(weekdayOf(date)))
        .flatMap((window) => window.starts ?? startsOf(window, all))
        .map((start) => (minutesOf(start) - minutesOf(all.dayStart) + 1440) % 1440)
        .sort((a, b) => a - b);
      const found = slotsOn(all, date).map(({ startsAt }) => (startsAt - day.startsAt) / 60_000);
      assert.deepEqual(found, expected);
    }),
    { numRuns: 400 },
  );
});

/** A simple step-by-step calculation of the expected starts. */
function startsOf({ opens_at = '', closes_at = '' }: Window, all: OpeningRules): string[] {
  const found: string[] = [];
  const closes = (minutesOf(closes_at) - minutesOf(opens_at) + 1440) % 1440 || 1440;
  for (let at = 0; at + all.durationMinutes <= closes; at += all.durationMinutes + all.bufferMinutes)
    found.push(new Date((minutesOf(opens_at) + at) * 60_000).toISOString().slice(11, 16));
  return found;
}
