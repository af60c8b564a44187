import assert from 'node:assert/strict';
import type { Facility } from '@venue-booking/proto/facility/facility';
import type { Slot } from '@venue-booking/proto/facility/slot';
import { beforeEach, test, vi } from 'vitest';
import { type Api, ApiError } from '../api/api.ts';
import { addDays, dateOf } from '../texts/dates.ts';
import { useSchedule } from './schedule.ts';

type Range = { from: string; to: string };
type Reply<T> = { resolve: (value: T) => void; reject: (error: unknown) => void };

const today = '2026-06-10';
const facility = { id: 7, open_days: [1, 2, 3, 4, 5, 6, 7] } as Facility;
let page = new EventTarget();
beforeEach(() => {
  page = new EventTarget();
  globalThis.addEventListener = page.addEventListener.bind(page) as typeof addEventListener;
});

const slotsOf = (date: string, free = 4) => ({ slots: [{ starts_at: `${date}T10:00`, free } as Slot] });
const daysOf = ({ from, to }: Range, firstFree = from) => {
  const days = [];
  for (let date = from; date <= to; date = addDays(date, 1))
    days.push({ date, free: 4, bookable: date >= firstFree });
  return { from, to, days };
};

/** An API whose calls wait for the test to respond; with `auto` they respond at once. */
function fakeApi({ auto = true, firstFree = today } = {}) {
  const requested: { days: (Range | undefined)[]; slots: string[] } = { days: [], slots: [] };
  const waiting: { day: string; answer: Reply<unknown> }[] = [];
  const wait = (day: string, signal?: AbortSignal) =>
    new Promise((resolve, reject) => {
      waiting.push({ day, answer: { resolve, reject } });
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  const control = { auto, failing: null as ApiError | null, today };
  const api = {
    days: async (_: number, range?: Range, signal?: AbortSignal) => {
      requested.days.push(range);
      if (control.failing) throw control.failing;
      if (!control.auto) await wait('days', signal);
      return daysOf(range ?? { from: control.today, to: addDays(control.today, 30) }, firstFree);
    },
    slots: async (_: number, date: string, signal?: AbortSignal) => {
      requested.slots.push(date);
      if (control.failing) throw control.failing;
      return control.auto ? slotsOf(date) : wait(date, signal);
    },
  };
  const answer = (day: string, value: unknown = slotsOf(day)) => {
    const index = waiting.findIndex((call) => call.day === day);
    waiting.splice(index, 1)[0]?.answer.resolve(value);
  };
  return { api: api as unknown as Api, requested, control, answer };
}

/** Waits until all responses have been processed. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

async function opened(options = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  const fake = fakeApi(options);
  const schedule = useSchedule(fake.api, facility, (error) => error as ApiError);
  await schedule.open();
  await settle();
  return { ...fake, schedule, state: schedule.state, tick: (ms: number) => vi.advanceTimersByTime(ms) };
}

test("opens the first available day, from the venue's today on", async () => {
  const { state } = await opened({ firstFree: '2026-06-12' });
  assert.equal(state.today, today);
  assert.equal(state.date, '2026-06-12');
  assert.equal(state.cursor, '2026-06-12');
  assert.equal(dateOf(state.slots?.[0]?.starts_at as string), '2026-06-12');
  assert.equal(state.loading, false);
});

test('opens today if no day is available', async () => {
  const { state } = await opened({ firstFree: '2027-01-01' });
  assert.equal(state.date, today);
});

test('loads the next month once, and again only after it may be stale', async () => {
  const { schedule, requested, tick } = await opened();
  const july = { from: '2026-06-29', to: '2026-08-09' };
  assert.deepEqual(requested.days, [undefined, july]);
  for (const date of ['2026-06-11', '2026-06-18', '2026-06-30']) schedule.see(date);
  await settle();
  assert.deepEqual(requested.days, [undefined, july]);
  schedule.see('2026-07-01');
  await settle();
  assert.deepEqual(requested.days.slice(2), [{ from: '2026-07-27', to: '2026-09-06' }]);
  tick(21_000);
  schedule.see('2026-06-30');
  await settle();
  assert.deepEqual(requested.days.slice(3), [{ from: today, to: '2026-07-12' }, july]);
});

test('reloads a month that failed to load', async () => {
  const { schedule, state, requested, control } = await opened();
  control.failing = new ApiError('failed');
  schedule.see('2026-09-01');
  await settle();
  assert.equal(state.failure, null);
  control.failing = null;
  schedule.see('2026-09-02');
  await settle();
  assert.ok(state.days['2026-09-30']);
  assert.equal(requested.days.filter((range) => range?.from === '2026-08-31').length, 2);
});

test('requests no more days than the API returns, and none before today', async () => {
  const { schedule, requested } = await opened();
  for (let date = today; date < '2028-04-01'; date = addDays(date, 13)) {
    schedule.see(date);
    await settle();
  }
  for (const range of requested.days.slice(1) as Range[]) {
    assert.ok(range.from >= today);
    assert.ok((Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 < 62);
  }
});

test('does not choose a day before today', async () => {
  const { schedule, state } = await opened();
  await schedule.choose('2026-06-09');
  assert.equal(state.cursor, today);
  assert.equal(state.date, today);
});

const days = (first: string, count: number) => Array.from({ length: count }, (_, day) => addDays(first, day));

test('turns to the first available day of a page, also before its days have loaded', async () => {
  const { schedule, state, control, answer } = await opened({ firstFree: '2026-08-15' });
  control.auto = false;
  const turning = schedule.turn(days('2026-08-01', 31));
  assert.equal(state.date, '2026-08-01');
  assert.equal(state.loading, true);
  answer('days', daysOf({ from: '2026-07-27', to: '2026-09-06' }, '2026-08-15'));
  await settle();
  assert.equal(state.date, '2026-08-15');
  answer('2026-08-15');
  await turning;
  assert.equal(state.slotsOf, '2026-08-15');
});

test('waits for days that are already loading before it turns to them', async () => {
  const { schedule, state, control, answer } = await opened({ firstFree: '2026-08-15' });
  control.auto = false;
  schedule.see('2026-08-01');
  const turning = schedule.turn(days('2026-08-01', 31));
  answer('days', daysOf({ from: '2026-07-27', to: '2026-09-06' }, '2026-08-15'));
  await settle();
  answer('2026-08-15');
  await turning;
  assert.deepEqual([state.date, state.slotsOf], ['2026-08-15', '2026-08-15']);
});

test('turns to the first coming day of a page without an available one', async () => {
  const { schedule, state } = await opened({ firstFree: '2027-01-01' });
  await schedule.turn(days('2026-06-08', 7));
  assert.equal(state.date, today);
  await schedule.turn(days('2026-06-15', 7));
  assert.deepEqual([state.date, state.cursor, state.slotsOf], ['2026-06-15', '2026-06-15', '2026-06-15']);
});

test('keeps the last of two pages that are turned to in a row', async () => {
  const { schedule, state, control, answer } = await opened();
  control.auto = false;
  const first = schedule.turn(days('2026-06-17', 7));
  const second = schedule.turn(days('2026-06-24', 7));
  await settle();
  answer('2026-06-24');
  await Promise.all([first, second]);
  assert.deepEqual([state.date, state.slotsOf], ['2026-06-24', '2026-06-24']);
});

test('ignores a late response for an earlier day', async () => {
  const { schedule, state, control, answer } = await opened();
  control.auto = false;
  const first = schedule.choose('2026-06-11');
  const second = schedule.choose('2026-06-12');
  answer('2026-06-12');
  await second;
  assert.equal(state.slotsOf, '2026-06-12');
  assert.equal(state.loading, false);
  answer('2026-06-11');
  await first;
  assert.equal(state.date, '2026-06-12');
  assert.equal(state.slotsOf, '2026-06-12');
  assert.match(state.slots?.[0]?.starts_at as string, /^2026-06-12/);
});

test('ignores a late failure for an earlier day', async () => {
  const { schedule, state, control, answer } = await opened();
  control.failing = new ApiError('failed');
  const first = schedule.choose('2026-06-11');
  control.failing = null;
  control.auto = false;
  const second = schedule.choose('2026-06-12');
  await first;
  assert.equal(state.failure, null);
  assert.equal(state.loading, true);
  answer('2026-06-12');
  await second;
  assert.equal(state.failure, null);
});

test('keeps the previous day’s times until the next day’s have loaded', async () => {
  const { schedule, state, control, answer } = await opened();
  control.auto = false;
  const choosing = schedule.choose('2026-06-11');
  assert.equal(state.date, '2026-06-11');
  assert.equal(state.slotsOf, today);
  assert.equal(state.slots?.length, 1);
  assert.equal(state.loading, true);
  answer('2026-06-11');
  await choosing;
  assert.equal(state.slotsOf, '2026-06-11');
});

test('shows the cached times of a visited day at once, then reloads them', async () => {
  const { schedule, state, control, answer } = await opened();
  await schedule.choose('2026-06-11');
  control.auto = false;
  const back = schedule.choose(today);
  assert.equal(state.slotsOf, today);
  assert.equal(state.loading, true);
  answer(today, slotsOf(today, 1));
  await back;
  assert.equal(state.slots?.[0]?.free, 1);
});

test('keeps what is shown during a refresh, and reloads the day and its month', async () => {
  const { schedule, state, requested, control, answer } = await opened();
  const { slots, days } = state;
  control.auto = false;
  const refreshing = schedule.refresh();
  assert.equal(state.slots, slots);
  assert.equal(state.days, days);
  assert.equal(state.loading, true);
  answer('days');
  await settle();
  answer(today, slotsOf(today, 0));
  await refreshing;
  assert.equal(state.slots?.[0]?.free, 0);
  assert.equal(state.date, today);
  assert.deepEqual(requested.slots, [today, today]);
});

test('reports a failure, and reloads the chosen day on a retry', async () => {
  const { schedule, state, control } = await opened();
  control.failing = new ApiError('failed', 500);
  await schedule.choose('2026-06-20');
  assert.equal(state.failure?.kind, 'failed');
  assert.equal(state.loading, false);
  control.failing = null;
  await schedule.refresh();
  assert.equal(state.failure, null);
  assert.equal(state.slotsOf, '2026-06-20');
});

test('shows no past day after midnight in an open page', async () => {
  const { schedule, state, control } = await opened();
  await schedule.choose('2026-06-20');
  schedule.see(today);
  control.today = '2026-06-11';
  await schedule.refresh();
  assert.equal(state.today, '2026-06-11');
  assert.equal(state.date, '2026-06-20');
  assert.equal(state.cursor, '2026-06-20');
});

test('retries after the first call failed', async (t) => {
  const fake = fakeApi();
  fake.control.failing = new ApiError('failed');
  const schedule = useSchedule(fake.api, facility, (error) => error as ApiError);
  await schedule.open();
  assert.equal(schedule.state.today, '');
  fake.control.failing = null;
  await schedule.refresh();
  assert.equal(schedule.state.date, today);
  t.onTestFinished(schedule.close);
});

test('aborts requests on close without reporting a failure', async () => {
  const { schedule, state, control } = await opened();
  control.auto = false;
  const choosing = schedule.choose('2026-06-11');
  schedule.close();
  await choosing;
  assert.equal(state.failure, null);
  assert.equal(state.slotsOf, today);
});
