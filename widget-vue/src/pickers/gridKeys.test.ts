import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { addDays, daysOfMonth, sevenDays, weekdayOf } from '../texts/dates.ts';
import { dayAt, timeAt } from './gridKeys.ts';

const dates = fc.integer({ min: 0, max: 36_524 }).map((day) => addDays('2000-01-01', day));
const weeks = fc.constantFrom(1, 6);
const TODAY = '2026-06-01';

/** Positions of times in rows. */
const inRows = (count: number, row: number) =>
  Array.from({ length: count }, (_, index) => ({
    offsetLeft: (index % row) * 100,
    offsetTop: Math.floor(index / row) * 60,
  }));

test('moves by a day or a week with the arrow keys, in both grids', () => {
  fc.assert(
    fc.property(dates, weeks, (date, weeks) => {
      assert.equal(dayAt('ArrowLeft', TODAY, date, weeks), addDays(date, -1));
      assert.equal(dayAt('ArrowRight', TODAY, date, weeks), addDays(date, 1));
      assert.equal(dayAt('ArrowUp', TODAY, date, weeks), addDays(date, -7));
      assert.equal(dayAt('ArrowDown', TODAY, date, weeks), addDays(date, 7));
    }),
  );
});

test('stays in the row with Home and End: from Monday in a month, from today’s weekday in the strip', () => {
  fc.assert(
    fc.property(dates, fc.nat(60), (today, ahead) => {
      const date = addDays(today, ahead);
      const month = daysOfMonth(date);
      const week = month.slice(month.indexOf(date) - (weekdayOf(date) - 1)).slice(0, 7);
      for (const [row, weeks] of [[sevenDays(today, date), 1] as const, [week, 6] as const]) {
        assert.equal(dayAt('Home', today, date, weeks), row[0]);
        assert.equal(dayAt('End', today, date, weeks), row[6]);
      }
    }),
  );
});

test('moves by a week in the strip and by a month in the calendar with Page Up and Page Down', () => {
  fc.assert(
    fc.property(dates, (date) => {
      assert.equal(weekdayOf(dayAt('PageDown', TODAY, date, 1) as string), weekdayOf(date));
      assert.equal(dayAt('PageUp', TODAY, dayAt('PageDown', TODAY, date, 1) as string, 1), date);
    }),
  );
  assert.equal(dayAt('PageDown', TODAY, '2026-12-31', 6), '2027-01-31');
  assert.equal(dayAt('PageUp', TODAY, '2028-03-31', 6), '2028-02-29');
});

test('leaves other keys to the browser', () => {
  for (const key of ['Tab', 'Enter', ' ', 'a', 'Escape']) {
    assert.equal(dayAt(key, TODAY, '2026-06-01', 6), undefined, key);
    assert.equal(timeAt(key, 0, inRows(5, 2)), -1, key);
  }
});

test('keeps every key within the times, and reverses an arrow with its opposite', () => {
  const keys = fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End');
  fc.assert(
    fc.property(keys, fc.integer({ min: 1, max: 40 }), fc.nat(39), fc.nat(9), (key, count, index, row) => {
      const from = index % count;
      const times = inRows(count, row + 1);
      const to = timeAt(key, from, times);
      assert.ok(to >= -1 && to < count);
      if (key === 'ArrowRight' && to > from) assert.equal(timeAt('ArrowLeft', to, times), from);
    }),
  );
});

test('keeps the column with Up and Down and the row with Home and End among times', () => {
  // 0 1 2
  // 3 4 5
  // 6
  const times = inRows(7, 3);
  assert.equal(timeAt('ArrowDown', 1, times), 4);
  assert.equal(timeAt('ArrowUp', 4, times), 1);
  assert.equal(timeAt('ArrowDown', 4, times), 6);
  assert.equal(timeAt('ArrowUp', 1, times), -1);
  assert.equal(timeAt('Home', 5, times), 3);
  assert.equal(timeAt('End', 3, times), 5);
  assert.equal(timeAt('End', 6, times), 6);
  assert.equal(timeAt('ArrowRight', -1, times), -1);
});

test('moves down to the closest time of the next part of the day', () => {
  // The morning has one time, the afternoon three.
  const times = [
    { offsetLeft: 200, offsetTop: 20 },
    ...inRows(3, 3).map((at) => ({ ...at, offsetTop: 120 })),
  ];
  assert.equal(timeAt('ArrowDown', 0, times), 3);
  assert.equal(timeAt('ArrowUp', 2, times), 0);
});
