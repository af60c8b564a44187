import assert from 'node:assert/strict';
import { Failure } from '@venue-booking/proto/failures';
import { test } from 'vitest';
import { outcomeOf } from '../testing/outcomeOf.ts';
import { seriesStarts } from './seriesStarts.ts';
import { instantAt, localAt } from './venueTime.ts';

const ZONE = 'Europe/Amsterdam';
const startsFrom = (date: string, minutes: number, ...rest: [Parameters<typeof seriesStarts>[2], number?]) =>
  seriesStarts(ZONE, instantAt(ZONE, date, minutes), rest[0], rest[1] ?? 104).map((it) => localAt(ZONE, it));

test('keeps the local time through both changes of the clocks in a year of weeks', () => {
  const starts = startsFrom('2030-01-02', 19 * 60 + 30, { everyWeeks: 1, count: 52 });
  assert.equal(starts.length, 52);
  assert.deepEqual(new Set(starts.map((start) => start.slice(11))), new Set(['19:30']));
  const gaps = seriesStarts(ZONE, instantAt(ZONE, '2030-01-02', 1170), { everyWeeks: 1, count: 52 }, 104)
    .map((start, at, all) => (start - (all[at - 1] ?? start - 7 * 24 * 3600_000)) / 3600_000)
    .filter((hours) => hours !== 168);
  assert.deepEqual(gaps, [167, 169]);
});

test('moves a skipped time by an hour and takes the first of a repeated one', () => {
  assert.deepEqual(startsFrom('2030-03-24', 150, { everyWeeks: 1, count: 3 }), [
    '2030-03-24T02:30',
    '2030-03-31T03:30',
    '2030-04-07T02:30',
  ]);
  const [, repeated = 0] = seriesStarts(
    ZONE,
    instantAt(ZONE, '2030-10-20', 150),
    { everyWeeks: 1, count: 2 },
    104,
  );
  assert.equal(new Date(repeated).toISOString(), '2030-10-27T00:30:00.000Z');
});

test('ends with the last date at or before `until`', () => {
  const rule = { everyWeeks: 2, until: '2030-01-30' };
  assert.deepEqual(startsFrom('2030-01-02', 600, rule), [
    '2030-01-02T10:00',
    '2030-01-16T10:00',
    '2030-01-30T10:00',
  ]);
  assert.equal(startsFrom('2030-01-02', 600, { everyWeeks: 2, until: '2030-01-29' }).length, 2);
  assert.equal(startsFrom('2030-01-02', 600, { everyWeeks: 2, until: '2029-01-29' }).length, 1);
});

test('rejects more dates than a series may have', () => {
  const outcome = outcomeOf(() => startsFrom('2030-01-02', 600, { everyWeeks: 1, until: '2032-01-02' }, 104));
  assert.equal(outcome instanceof Failure && outcome.code, 'series_too_long');
  assert.equal(startsFrom('2030-01-02', 600, { everyWeeks: 1, count: 104 }, 104).length, 104);
});
