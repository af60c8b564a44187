import assert from 'node:assert/strict';
import type { Timetable } from '@venue-booking/proto/facility/timetable';
import { failureText } from '@venue-booking/proto/failures';
import { test } from 'vitest';
import { outcomeOf } from '../testing/outcomeOf.ts';
import { checkTimetable } from './checkTimetable.ts';

const days = [1, 2, 3, 4, 5];
const window = { days, opens_at: '10:00', closes_at: '14:00' };

const fitting = { dayStart: '06:00', durationMinutes: 60, bufferMinutes: 15 };
const failureOf = (...given: Parameters<typeof checkTimetable>) =>
  outcomeOf(() => checkTimetable(...given)) ?? null;
const problemOf = (windows: Timetable[number]['windows'], changed: Partial<typeof fitting> = {}) => {
  const problem = failureOf([{ name: 'Winter', windows }], { ...fitting, ...changed });
  return problem && failureText(problem.code, problem.params, 'en');
};

test('rejects windows and starts without room for a slot and its break, and names them', () => {
  assert.equal(
    problemOf([{ days: [1], starts: ['10:00', '11:00'] }]),
    'Season Winter, day 1 of the week: 11:00 starts too soon after 10:00, which ends at 11:15 including its break.',
  );
  assert.equal(problemOf([{ days: [1], starts: ['11:15', '10:00'] }]), null);
  assert.match(
    problemOf([
      { days: [6], opens_at: '10:00', closes_at: '14:00' },
      { days: [5, 6], opens_at: '13:00', closes_at: '18:00' },
    ]) ?? '',
    /^Season Winter, day 6 of the week: 13:00–18:00 starts too soon after 10:00–14:00/,
  );
  assert.match(
    problemOf(
      [
        { days, opens_at: '10:00', closes_at: '14:00' },
        { days, starts: ['14:00'] },
      ],
      { durationMinutes: 240 },
    ) ?? '',
    /ends at 14:15/,
    'the last slot ends at closing, and its break does not',
  );
  assert.equal(
    problemOf([
      { days, opens_at: '10:00', closes_at: '14:00' },
      { days, starts: ['14:00'] },
    ]),
    null,
    'the last slot has ended by half past one',
  );
});

test('accepts the same hours on other days or in other seasons', () => {
  assert.equal(problemOf([window, { ...window, days: [6] }]), null);
  assert.equal(failureOf([{ windows: [window] }, { windows: [window] }], fitting), null);
});

test('requires hours, and slots of start times, to be within one booking day', () => {
  assert.match(problemOf([{ days, opens_at: '05:00', closes_at: '07:00' }]) ?? '', /starts at 06:00/);
  assert.match(problemOf([{ days, starts: ['05:30'] }]) ?? '', /starts at 06:00/);
  assert.equal(problemOf([{ days, starts: ['05:00'] }]), null);
  assert.equal(problemOf([{ days, opens_at: '06:00', closes_at: '06:00' }]), null, 'all day');
});

test('names a season without a name by its position, in both languages', () => {
  const problem = failureOf([{ windows: [] }, { windows: [{ days, starts: ['10:00', '10:30'] }] }], fitting);
  assert.match(
    failureText(problem?.code ?? 'internal', problem?.params ?? {}, 'nl'),
    /^Seizoen 2, dag 1 van de week: 10:30/,
  );
});
