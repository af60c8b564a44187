import assert from 'node:assert/strict';
import { ExceptionsChange, MAX_EXCEPTIONS_AT_ONCE } from '@venue-booking/proto/facility/exceptions';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { addDays, bookingDayAt } from '../../../bookingDay.ts';
import {
  addMonths,
  daysBetween,
  MAX_FACILITIES,
  MAX_FACILITY_DAYS,
  monthsIn,
  stepTo,
  weekdayOf,
  weeksOfMonth,
  yearsFrom,
} from './days.ts';

const date = fc
  .date({ min: new Date('2000-01-01T00:00Z'), max: new Date('2099-12-31T00:00Z'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));

describe('calendar days', () => {
  it('are one day apart, also across clock changes', () => {
    assert.equal(addDays('2026-03-28', 2), '2026-03-30');
    assert.equal(addDays('2026-10-26', -2), '2026-10-24');
    fc.assert(
      fc.property(date, fc.integer({ min: -800, max: 800 }), (day, days) => {
        assert.equal(addDays(addDays(day, days), -days), day);
        const between = daysBetween(day, addDays(day, days));
        assert.equal(new Set(between).size, Math.abs(days) + 1);
        assert.deepEqual(between, [...between].sort());
      }),
    );
  });

  it('are grouped into weeks from Monday, each day once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
        const weeks = weeksOfMonth(year, month);
        for (const week of weeks) {
          assert.equal(week.length, 7);
          for (const [index, day] of week.entries()) if (day) assert.equal(weekdayOf(day), index + 1);
        }
        assert.equal(weeks.flat().filter(Boolean).length, new Date(Date.UTC(year, month, 0)).getUTCDate());
      }),
    );
  });

  it('start at the venue’s booking day', () => {
    const amsterdam = { timezone: 'Europe/Amsterdam', dayStart: '06:00' };
    const at = (instant: string, venue = amsterdam) => bookingDayAt(new Date(instant), venue);
    assert.equal(at('2026-07-01T03:59Z'), '2026-06-30', '05:59 belongs to the day before');
    assert.equal(at('2026-07-01T04:00Z'), '2026-07-01');
    assert.equal(at('2026-01-01T00:30Z', { timezone: 'Pacific/Auckland', dayStart: '00:00' }), '2026-01-01');
    // In March the clocks skip 02:00 to 03:00; in October they repeat it.
    const atNight = { timezone: 'Europe/Amsterdam', dayStart: '02:30' };
    assert.equal(at('2026-03-29T01:29Z', atNight), '2026-03-28');
    assert.equal(at('2026-03-29T01:30Z', atNight), '2026-03-29');
    assert.equal(at('2026-10-25T00:29Z', atNight), '2026-10-24');
    assert.equal(at('2026-10-25T00:30Z', atNight), '2026-10-25');
    assert.equal(at('2026-10-25T01:10Z', atNight), '2026-10-25', '02:10 for the second time');
    assert.equal(at('2026-01-01T00:30Z', { timezone: 'America/New_York', dayStart: '00:00' }), '2025-12-31');
  });

  it('have the same limit per request as the API', () => {
    assert.equal(MAX_FACILITY_DAYS, MAX_EXCEPTIONS_AT_ONCE);
    const facilities = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    const takes = (count: number) =>
      ExceptionsChange.safeParse({ facilities: facilities(count), dates: ['2026-07-01'], closed: true })
        .success;
    assert.deepEqual([takes(MAX_FACILITIES), takes(MAX_FACILITIES + 1)], [true, false]);
  });

  it('respect the length of a month and the twelve months shown', () => {
    assert.equal(addMonths('2028-01-31', 1), '2028-02-29');
    assert.equal(addMonths('2026-03-31', -1), '2026-02-28');
    const days = yearsFrom('2026-11-01', 1);
    assert.deepEqual(days, { first: '2026-11-01', last: '2027-10-31' });
    assert.equal(yearsFrom('2026-11-01', 2).last, '2028-10-31');
    assert.deepEqual([monthsIn(days).length, monthsIn(days).at(-1)], [12, '2027-10-01']);
    assert.equal(stepTo('2026-11-01', 'ArrowLeft', days), '2026-11-01');
    assert.equal(stepTo('2026-12-31', 'ArrowRight', days), '2027-01-01');
    assert.equal(stepTo('2027-10-31', 'PageDown', days), '2027-10-31');
    assert.equal(stepTo('2026-11-18', 'Home', days), '2026-11-16');
    assert.equal(stepTo('2026-11-18', 'x', days), undefined);
  });
});
