import assert from 'node:assert/strict';
import type { Facility } from '@venue-booking/proto/facility';
import type { Slot } from '@venue-booking/proto/slot';
import { beforeEach, test, vi } from 'vitest';
import { type Api, ApiError } from './api.ts';
import { addDays, dateOf } from './dates.ts';
import { useSchedule } from './schedule.ts';

type Range = { from: string; to: string };
type Answer<T> = { resolve: (value: T) => void; reject: (error: unknown) => void };

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

/** An API whose calls wait for a test to answer; `auto` answers at once. */
function fakeApi({ auto = true, firstFree = today } = {}) {
  const asked: { days: (Range | undefined)[]; slots: string[] } = { days: [], slots: [] };
  const waiting: { day: string; answer: Answer<unknown> }[] = [];
  const wait = (day: string, signal?: AbortSignal) =>
    new Promise((resolve, reject) => {
      waiting.push({ day, answer: { resolve, reject } });
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  const control = { auto, failing: null as ApiError | null, today };
  const api = {
    days: async (_: number, range?: Range, signal?: AbortSignal) => {
      asked.days.push(range);
      if (control.failing) throw control.failing;
      if (!control.auto) await wait('days', signal);
      return daysOf(range ?? { from: control.today, to: addDays(control.today, 30) }, firstFree);
    },
    slots: async (_: number, date: string, signal?: AbortSignal) => {
      asked.slots.push(date);
      if (control.failing) throw control.failing;
      return control.auto ? slotsOf(date) : wait(date, signal);
    },
  };
  const answer = (day: string, value: unknown = slotsOf(day)) => {
    const index = waiting.findIndex((call) => call.day === day);
    waiting.splice(index, 1)[0]?.answer.resolve(value);
  };
  return { api: api as unknown as Api, asked, control, answer };
}

/** Long enough for all that has been answered to be taken in. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

async function opened(options = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  const fake = fakeApi(options);
  const schedule = useSchedule(fake.api, facility, (error) => error as ApiError);
  await schedule.open();
  await settle();
  return { ...fake, schedule, state: schedule.state, tick: (ms: number) => vi.advanceTimersByTime(ms) };
}

test("opens the first day with something free, by the venue's today", async () => {
  const { state } = await opened({ firstFree: '2026-06-12' });
  assert.equal(state.today, today);
  assert.equal(state.date, '2026-06-12');
  assert.equal(state.cursor, '2026-06-12');
  assert.equal(dateOf(state.slots?.[0]?.starts_at as string), '2026-06-12');
  assert.equal(state.loading, false);
});

test('opens today when nothing is free', async () => {
  const { state } = await opened({ firstFree: '2027-01-01' });
  assert.equal(state.date, today);
});

test('asks for the next month once, and again only when it may be out of date', async () => {
  const { schedule, asked, tick } = await opened();
  const july = { from: '2026-06-29', to: '2026-08-09' };
  assert.deepEqual(asked.days, [undefined, july]);
  for (const date of ['2026-06-11', '2026-06-18', '2026-06-30']) schedule.see(date);
  await settle();
  assert.deepEqual(asked.days, [undefined, july]);
  schedule.see('2026-07-01');
  await settle();
  assert.deepEqual(asked.days.slice(2), [{ from: '2026-07-27', to: '2026-09-06' }]);
  tick(21_000);
  schedule.see('2026-06-30');
  await settle();
  assert.deepEqual(asked.days.slice(3), [{ from: today, to: '2026-07-12' }, july]);
});

test('a month that could not be asked for is asked for again', async () => {
  const { schedule, state, asked, control } = await opened();
  control.failing = new ApiError('failed');
  schedule.see('2026-09-01');
  await settle();
  assert.equal(state.problem, null);
  control.failing = null;
  schedule.see('2026-09-02');
  await settle();
  assert.ok(state.days['2026-09-30']);
  assert.equal(asked.days.filter((range) => range?.from === '2026-08-31').length, 2);
});

test('no call asks for more days than the API answers, nor for days before today', async () => {
  const { schedule, asked } = await opened();
  for (let date = today; date < '2028-04-01'; date = addDays(date, 13)) {
    schedule.see(date);
    await settle();
  }
  for (const range of asked.days.slice(1) as Range[]) {
    assert.ok(range.from >= today);
    assert.ok((Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 < 62);
  }
});

test('a day before today can not be gone to', async () => {
  const { schedule, state } = await opened();
  await schedule.choose('2026-06-09');
  assert.equal(state.cursor, today);
  assert.equal(state.date, today);
});

test('an answer that comes late does not take the place of a newer one', async () => {
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

test('a failure that comes late is not shown over a newer day', async () => {
  const { schedule, state, control, answer } = await opened();
  control.failing = new ApiError('failed');
  const first = schedule.choose('2026-06-11');
  control.failing = null;
  control.auto = false;
  const second = schedule.choose('2026-06-12');
  await first;
  assert.equal(state.problem, null);
  assert.equal(state.loading, true);
  answer('2026-06-12');
  await second;
  assert.equal(state.problem, null);
});

test('the times of the day before stay until those of the next are known', async () => {
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

test('a day that was seen before shows its times at once, and then the present ones', async () => {
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

test('a refresh keeps what is shown and asks anew for the day and its month', async () => {
  const { schedule, state, asked, control, answer } = await opened();
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
  assert.deepEqual(asked.slots, [today, today]);
});

test('a problem is told and a retry goes on where it stood', async () => {
  const { schedule, state, control } = await opened();
  control.failing = new ApiError('failed', 500);
  await schedule.choose('2026-06-20');
  assert.equal(state.problem?.kind, 'failed');
  assert.equal(state.loading, false);
  control.failing = null;
  await schedule.refresh();
  assert.equal(state.problem, null);
  assert.equal(state.slotsOf, '2026-06-20');
});

test('after midnight in an open page no day is shown that has gone', async () => {
  const { schedule, state, control } = await opened();
  await schedule.choose('2026-06-20');
  schedule.see(today);
  control.today = '2026-06-11';
  await schedule.refresh();
  assert.equal(state.today, '2026-06-11');
  assert.equal(state.date, '2026-06-20');
  assert.equal(state.cursor, '2026-06-20');
});

test('what failed from the first call on can be tried again', async (t) => {
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

test('closing aborts what is under way, without a problem', async () => {
  const { schedule, state, control } = await opened();
  control.auto = false;
  const choosing = schedule.choose('2026-06-11');
  schedule.close();
  await choosing;
  assert.equal(state.problem, null);
  assert.equal(state.slotsOf, today);
});
