import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MAX_SEASONS, MAX_STARTS, MAX_WINDOWS, Timetable } from './timetable.ts';

const days = [1, 2, 3, 4, 5];
const window = { days, opens_at: '10:00', closes_at: '14:00' };
const messageOf = (...seasons: unknown[]) => Timetable.safeParse(seasons).error?.issues[0]?.message;

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
    assert.equal(messageOf(season), undefined, JSON.stringify(season));
  assert.match(messageOf({ from: '10-01', to: '2027-03-31', windows }) ?? '', /both/);
  assert.match(messageOf({ from: '10-01', windows }) ?? '', /first and a last day/);
  assert.match(messageOf({ from: '2027-03-02', to: '2027-03-01', windows }) ?? '', /end before it begins/);
  for (const from of ['02-30', '13-01', '2027-02-29', '1-1', '', '12027-01-01', '9999-01-01x'])
    assert.match(messageOf({ from, to: from, windows }) ?? '', /date that exists/, from);
});

test('a window has either hours or starts, and no unknown fields', () => {
  const messageOfWindow = (changed: object) => messageOf({ windows: [changed] });
  assert.equal(messageOfWindow({ days, starts: ['10:00', '13:30'] }), undefined);
  assert.match(messageOfWindow({ ...window, starts: ['10:00'] }) ?? '', /either/);
  assert.match(messageOfWindow({ days, opens_at: '10:00' }) ?? '', /either/);
  assert.match(messageOfWindow({ days }) ?? '', /either/);
  assert.match(messageOfWindow({ days, starts: ['10:00', '10:00'] }) ?? '', /twice/);
  assert.match(messageOfWindow({ ...window, days: [1, 1] }) ?? '', /twice/);
  assert.match(messageOfWindow({ ...window, start: '10:00' }) ?? '', /Unrecognized/);
  for (const days of [[], [0], [8], ['mon']]) assert.ok(messageOfWindow({ ...window, days }), String(days));
  for (const time of ['24:00', '9:00', '10:00:00'])
    assert.ok(messageOfWindow({ days, starts: [time] }), time);
});

test('limits the number of seasons, windows and starts', () => {
  const many = <T>(count: number, what: (at: number) => T) =>
    Array.from({ length: count }, (_, at) => what(at));
  const starts = (count: number) => many(count, (at) => new Date(at * 60_000).toISOString().slice(11, 16));
  const windows = (count: number) => many(count, () => window);
  assert.equal(messageOf(), 'Too small: expected array to have >=1 items');
  assert.equal(messageOf(...many(MAX_SEASONS, () => ({ windows: windows(MAX_WINDOWS) }))), undefined);
  assert.ok(messageOf(...many(MAX_SEASONS + 1, () => ({ windows: [] }))));
  assert.ok(messageOf({ windows: windows(MAX_WINDOWS + 1) }));
  assert.equal(messageOf({ windows: [{ days, starts: starts(MAX_STARTS) }] }), undefined);
  assert.ok(messageOf({ windows: [{ days, starts: starts(MAX_STARTS + 1) }] }));
});
