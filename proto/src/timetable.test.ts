import assert from 'node:assert/strict';
import { test } from 'vitest';
import { failureText } from './failures.ts';
import { outcomeOf } from './testing/outcomeOf.ts';
import { MAX_SEASONS, MAX_STARTS, MAX_WINDOWS, Timetable } from './timetable.ts';
import { checkTimetable } from './timetableCheck.ts';

const days = [1, 2, 3, 4, 5];
const window = { days, opens_at: '10:00', closes_at: '14:00' };
const refusalOf = (...seasons: unknown[]) => Timetable.safeParse(seasons).error?.issues[0]?.message;

test('a season has two existing dates in the same form, in order unless it is yearly', () => {
  const windows = [window];
  for (const season of [
    { windows },
    { windows: [] },
    { name: 'Winter', from: '10-01', to: '03-31', windows },
    { from: '02-29', to: '02-29', windows },
    { from: '2027-01-01', windows },
    { to: '2027-01-01', windows },
  ])
    assert.equal(refusalOf(season), undefined, JSON.stringify(season));
  assert.match(refusalOf({ from: '10-01', to: '2027-03-31', windows }) ?? '', /both/);
  assert.match(refusalOf({ from: '10-01', windows }) ?? '', /first and a last day/);
  assert.match(refusalOf({ from: '2027-03-02', to: '2027-03-01', windows }) ?? '', /end before it begins/);
  for (const from of ['02-30', '13-01', '2027-02-29', '1-1', '', '12027-01-01', '9999-01-01x'])
    assert.match(refusalOf({ from, to: from, windows }) ?? '', /date that exists/, from);
});

test('a window has either hours or starts, and no unknown fields', () => {
  const refused = (changed: object) => refusalOf({ windows: [changed] });
  assert.equal(refused({ days, starts: ['10:00', '13:30'] }), undefined);
  assert.match(refused({ ...window, starts: ['10:00'] }) ?? '', /either/);
  assert.match(refused({ days, opens_at: '10:00' }) ?? '', /either/);
  assert.match(refused({ days }) ?? '', /either/);
  assert.match(refused({ days, starts: ['10:00', '10:00'] }) ?? '', /twice/);
  assert.match(refused({ ...window, days: [1, 1] }) ?? '', /twice/);
  assert.match(refused({ ...window, start: '10:00' }) ?? '', /Unrecognized/);
  for (const days of [[], [0], [8], ['mon']]) assert.ok(refused({ ...window, days }), String(days));
  for (const time of ['24:00', '9:00', '10:00:00']) assert.ok(refused({ days, starts: [time] }), time);
});

test('limits the number of seasons, windows and starts', () => {
  const many = <T>(count: number, what: (at: number) => T) =>
    Array.from({ length: count }, (_, at) => what(at));
  const starts = (count: number) => many(count, (at) => new Date(at * 60_000).toISOString().slice(11, 16));
  const windows = (count: number) => many(count, () => window);
  assert.equal(refusalOf(), 'Too small: expected array to have >=1 items');
  assert.equal(refusalOf(...many(MAX_SEASONS, () => ({ windows: windows(MAX_WINDOWS) }))), undefined);
  assert.ok(refusalOf(...many(MAX_SEASONS + 1, () => ({ windows: [] }))));
  assert.ok(refusalOf({ windows: windows(MAX_WINDOWS + 1) }));
  assert.equal(refusalOf({ windows: [{ days, starts: starts(MAX_STARTS) }] }), undefined);
  assert.ok(refusalOf({ windows: [{ days, starts: starts(MAX_STARTS + 1) }] }));
});

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
