import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { test } from 'vitest';
import {
  addDays,
  bookingDayAt,
  daysBetween,
  instantAt,
  isRepeated,
  localAt,
  localWithOffset,
  offsetAt,
  weekdayOf,
} from './venueTime.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const utc = (text: string) => Date.parse(`${text}:00Z`);

// The oracle: local times from Intl, which is on the same platform but has a separate implementation.
const clocks = new Map<string, Intl.DateTimeFormat>();
function clockAt(timezone: string, instant: number): string {
  const options = { dateStyle: 'short', timeStyle: 'short', timeZone: timezone } as const;
  const clock = clocks.get(timezone) ?? new Intl.DateTimeFormat('sv-SE', options);
  clocks.set(timezone, clock);
  return clock.format(instant).replace(' ', 'T');
}

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const instants = fc.integer({ min: utc('2020-01-02T00:00') / MINUTE, max: utc('2060-01-01T00:00') / MINUTE });
const dates = instants.map((minute) => new Date(minute * MINUTE).toISOString().slice(0, 10));
const minutesOfDay = fc.integer({ min: 0, max: 1439 });
const toTime = (minutes: number) => new Date(minutes * MINUTE).toISOString().slice(11, 16);

/** Nights on which clocks change, with the local dates around them. */
const changes = fc.constantFrom(
  ['Europe/Amsterdam', '2026-03-29'],
  ['Europe/Amsterdam', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['America/Havana', '2026-03-08'],
  ['America/Havana', '2026-11-01'],
  ['Africa/Cairo', '2026-04-24'],
  ['Africa/Cairo', '2026-10-29'],
  ['Asia/Beirut', '2026-03-29'],
  ['America/Nuuk', '2026-10-24'],
) as fc.Arbitrary<[string, string]>;
const zonedDates = fc.oneof(fc.tuple(zones, dates), changes);

test('local time is what a clock at the venue shows, in any zone', () => {
  fc.assert(
    fc.property(zones, instants, (timezone, minute) => {
      assert.equal(localAt(timezone, minute * MINUTE), clockAt(timezone, minute * MINUTE));
      assert.equal(
        localWithOffset(minute * MINUTE, offsetAt(timezone, minute * MINUTE)),
        clockAt(timezone, minute * MINUTE),
      );
    }),
  );
});

test('a local time means the first instant at which the clock shows it, unless it is skipped', () => {
  fc.assert(
    fc.property(zonedDates, minutesOfDay, ([timezone, date], minutes) => {
      const instant = instantAt(timezone, date, minutes);
      const expected = `${date}T${toTime(minutes)}`;
      const nearby = Array.from({ length: 37 }, (_, step) => instant + (step - 18) * 10 * MINUTE);
      if (clockAt(timezone, instant) !== expected)
        assert.ok(!nearby.some((at) => clockAt(timezone, at) === expected), expected);
      else
        assert.equal(
          nearby.find((at) => clockAt(timezone, at) === expected),
          instant,
        );
    }),
  );
});

test('equals Temporal’s result, also around clock changes, for the whole range of slots', () => {
  const years = fc.integer({ min: 2020, max: 2146 });
  const around = fc.integer({ min: -1, max: 1 });
  fc.assert(
    fc.property(zones, years, around, minutesOfDay, (timezone, year, days, minutes) => {
      const change = Temporal.PlainDate.from({ year, month: 2, day: 1 })
        .toZonedDateTime(timezone)
        .getTimeZoneTransition('next');
      const date = change?.toPlainDate() ?? Temporal.PlainDate.from({ year, month: 7, day: 1 });
      const day = date.add({ days });
      const plainTime = Temporal.PlainTime.from(toTime(minutes));
      const expected = day.toZonedDateTime({ timeZone: timezone, plainTime });
      assert.equal(instantAt(timezone, day.toString(), minutes), expected.epochMilliseconds);
      assert.equal(offsetAt(timezone, expected.epochMilliseconds), expected.offsetNanoseconds / 1e6);
    }),
    { numRuns: 1000 },
  );
});

test('a skipped local time is moved by the length of the skip', () => {
  assert.equal(instantAt('Europe/Amsterdam', '2026-03-29', 150), utc('2026-03-29T01:30'));
  assert.equal(localAt('Europe/Amsterdam', utc('2026-03-29T01:30')), '2026-03-29T03:30');
  assert.equal(
    localAt('Australia/Lord_Howe', instantAt('Australia/Lord_Howe', '2026-10-04', 135)),
    '2026-10-04T02:45',
  );
  assert.equal(localAt('America/Havana', instantAt('America/Havana', '2026-03-08', 0)), '2026-03-08T01:00');
});

test('a repeated local time means the first one', () => {
  assert.equal(instantAt('Europe/Amsterdam', '2026-10-25', 150), utc('2026-10-25T00:30'));
  assert.equal(instantAt('America/New_York', '2026-11-01', 90), utc('2026-11-01T05:30'));
  assert.equal(instantAt('Australia/Lord_Howe', '2026-04-05', 105), utc('2026-04-04T14:45'));
});

test('detects a repeated local time, both times, and no other', () => {
  const HOUR = 3600_000;
  const first = Date.UTC(2026, 9, 25, 0);
  for (const [at, repeated] of [
    [first - 60_000, false],
    [first, true],
    [first + HOUR, true],
    [first + 2 * HOUR - 60_000, true],
    [first + 2 * HOUR, false],
    [Date.UTC(2026, 2, 29, 1), false],
  ] as const)
    assert.equal(isRepeated('Europe/Amsterdam', at), repeated, new Date(at).toISOString());
});

test('minutes past midnight extend into the next date', () => {
  fc.assert(
    fc.property(zonedDates, minutesOfDay, ([timezone, date], minutes) => {
      assert.equal(instantAt(timezone, date, 1440 + minutes), instantAt(timezone, addDays(date, 1), minutes));
    }),
  );
  assert.equal(instantAt('Asia/Kolkata', '2026-12-31', 26 * 60), utc('2026-12-31T20:30'));
});

test('an instant belongs to the booking day in progress', () => {
  const offsets = fc.integer({ min: -1500, max: 1500 });
  fc.assert(
    fc.property(zonedDates, minutesOfDay, offsets, ([timezone, date], dayStart, offset) => {
      const instant = instantAt(timezone, date, dayStart) + offset * MINUTE;
      const day = bookingDayAt(timezone, toTime(dayStart), instant);
      assert.ok(instantAt(timezone, day, dayStart) <= instant, `${day} has not started`);
      assert.ok(instant < instantAt(timezone, addDays(day, 1), dayStart), `${day} is over`);
    }),
    { numRuns: 400 },
  );
});

test('before the day start it is the previous booking day', () => {
  const at = (local: string) => bookingDayAt('Europe/Amsterdam', '06:00', utc(local) - 2 * HOUR);
  assert.equal(at('2026-06-02T05:59'), '2026-06-01');
  assert.equal(at('2026-06-02T06:00'), '2026-06-02');
  assert.equal(at('2026-06-02T23:59'), '2026-06-02');
  assert.equal(bookingDayAt('Pacific/Kiritimati', '00:00', utc('2026-06-01T10:00')), '2026-06-02');
  assert.equal(bookingDayAt('Pacific/Pago_Pago', '00:00', utc('2026-06-01T10:00')), '2026-05-31');
});

test('a day start within a repeated hour counts once', () => {
  const [first, second] = [utc('2026-10-25T00:30'), utc('2026-10-25T01:30')];
  assert.equal(bookingDayAt('Europe/Amsterdam', '02:30', first - MINUTE), '2026-10-24');
  assert.equal(bookingDayAt('Europe/Amsterdam', '02:30', first), '2026-10-25');
  assert.equal(bookingDayAt('Europe/Amsterdam', '02:30', second - MINUTE), '2026-10-25');
});

test('adding days and counting days are inverse', () => {
  fc.assert(
    fc.property(dates, fc.integer({ min: -4000, max: 4000 }), (date, days) => {
      assert.equal(daysBetween(date, addDays(date, days)), days);
      assert.equal(addDays(addDays(date, days), -days), date);
    }),
  );
  assert.equal(addDays('2028-02-28', 1), '2028-02-29');
  assert.equal(addDays('2026-12-31', 1), '2027-01-01');
});

test('weekdays run from Monday, 1, to Sunday, 7', () => {
  const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  const format = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
  fc.assert(
    fc.property(dates, (date) => {
      assert.equal(names[weekdayOf(date) - 1], format.format(utc(`${date}T12:00`)));
    }),
  );
});

test('a nonexistent date does not corrupt the cached dates', () => {
  weekdayOf('2026-02-30');
  assert.equal(localAt('UTC', Date.UTC(2026, 2, 2)), '2026-03-02T00:00');
  assert.equal(addDays('2026-02-30', 0), '2026-03-02');
});

test('the time of a day does not affect the cached date', () => {
  assert.equal(addDays('2026-01-01T10:30:00Z', 1), '2026-01-02');
  assert.equal(daysBetween('2026-01-01', '2026-01-02'), 1);
});
