import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import {
  addDays,
  addMonths,
  type DatePart,
  dateText,
  daysOfMonth,
  minutesBetween,
  monthStart,
  placeInSeven,
  sevenDays,
  weekdayOf,
} from './dates.ts';

const DAY_MS = 86_400_000;
const isoOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const dayNumber = (date: string) => Date.parse(`${date}T00:00Z`) / DAY_MS;
/** 2000 to 2099, so leap days and year ends are included. */
const dates = fc.integer({ min: dayNumber('2000-01-01'), max: dayNumber('2099-12-31') }).map(isoOf);
const edges = fc.constantFrom(
  '2024-02-29',
  '2026-12-31',
  '2027-01-01',
  '2028-02-29',
  '2026-03-29',
  '2026-10-25',
);
const anyDate = fc.oneof(dates, edges);

test('adds and subtracts any number of days', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: -800, max: 800 }), (date, days) => {
      assert.equal(dayNumber(addDays(date, days)), dayNumber(date) + days);
      assert.equal(addDays(addDays(date, days), -days), date);
    }),
  );
});

test('shows a month as six whole weeks from a Monday, with all of its days', () => {
  fc.assert(
    fc.property(anyDate, (date) => {
      const grid = daysOfMonth(date);
      assert.equal(grid.length, 42);
      assert.equal(weekdayOf(grid[0] as string), 1);
      for (const [index, day] of grid.entries()) assert.equal(day, addDays(grid[0] as string, index));
      const month = grid.filter((day) => day.startsWith(date.slice(0, 7)));
      assert.equal(month[0], monthStart(date));
      assert.equal(month.length, new Date(Date.UTC(+date.slice(0, 4), +date.slice(5, 7), 0)).getUTCDate());
      assert.ok(grid.indexOf(monthStart(date)) < 7);
    }),
  );
});

test('shows a strip of seven days that starts on today’s weekday and contains the chosen day', () => {
  fc.assert(
    fc.property(anyDate, fc.nat(400), (today, ahead) => {
      const date = addDays(today, ahead);
      const days = sevenDays(today, date);
      assert.equal(days.indexOf(date), placeInSeven(today, date));
      for (const [index, day] of days.entries()) assert.equal(day, addDays(days[0] as string, index));
      assert.equal(placeInSeven(today, days[0] as string), 0);
      assert.ok((days[0] as string) >= today);
    }),
  );
});

test('keeps the day when adding months, or takes the last day of a shorter month', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: -30, max: 30 }), (date, months) => {
      const to = addMonths(date, months);
      const count = (day: string) => +day.slice(0, 4) * 12 + +day.slice(5, 7);
      assert.equal(count(to), count(date) + months);
      const isLast = addDays(to, 1).endsWith('-01');
      assert.ok(to.slice(8) === date.slice(8) || (to < addMonths(date, months + 1) && isLast));
    }),
  );
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
  assert.equal(addMonths('2028-01-31', 1), '2028-02-29');
  assert.equal(addMonths('2028-02-29', 12), '2029-02-28');
  assert.equal(addMonths('2026-12-15', 1), '2027-01-15');
});

test("formats a date independently of the visitor's timezone", () => {
  const parts: DatePart[] = ['weekday', 'day', 'month'];
  assert.equal(dateText('en', '2026-06-01', 'long', parts), 'Monday 1 June');
  assert.equal(dateText('nl', '2026-06-01', 'long', parts), 'maandag 1 juni');
  assert.equal(dateText('nl', '2026-03-01', 'short', parts), 'zo 1 mrt');
  assert.equal(dateText('de', '2026-06-01', 'long', parts), 'Montag, 1. Juni');
  assert.equal(dateText('fr', '2026-06-01', 'long', parts), 'lundi 1er juin');
  assert.equal(dateText('fr', '2026-06-11', 'long', parts), 'jeudi 11 juin');
  assert.equal(dateText('en', '2026-03-01', 'short', ['weekday', 'day', 'month', 'year']), 'Sun 1 Mar 2026');
});

test('counts minutes in local time', () => {
  assert.equal(minutesBetween('2026-06-01T06:00', '2026-06-02T01:30'), 19.5 * 60);
});
