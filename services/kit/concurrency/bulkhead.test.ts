import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'vitest';
import { createBulkhead } from './bulkhead.ts';

const full = () => new Error('full');

test('limits the concurrent calls of a name, and all run in the end', async () => {
  const bulkhead = createBulkhead({ createError: full, maxConcurrent: 3 });
  let running = 0;
  let maximum = 0;
  const work = async () => {
    running += 1;
    maximum = Math.max(maximum, running);
    await sleep(5);
    running -= 1;
  };
  await Promise.all(Array.from({ length: 20 }, () => bulkhead('a', work)));
  assert.deepEqual([maximum, running], [3, 0]);
});

test('a hanging name does not affect another one', async () => {
  const bulkhead = createBulkhead({ createError: full, maxConcurrent: 1, maxWaitMs: 20 });
  let release = () => {};
  const hanging = bulkhead('a', () => new Promise<void>((resolve) => (release = resolve)));
  await assert.rejects(
    bulkhead('a', async () => 1),
    { message: 'full' },
  );
  assert.equal(await bulkhead('b', async () => 2), 2);
  release();
  await hanging;
  assert.equal(await bulkhead('a', async () => 3), 3);
});

test('a failed call releases its place', async () => {
  const bulkhead = createBulkhead({ createError: full, maxConcurrent: 1, maxWaitMs: 20 });
  for (let time = 0; time < 3; time++)
    await assert.rejects(
      bulkhead('a', async () => Promise.reject(new Error('broken'))),
      { message: 'broken' },
    );
});

test('rejects calls of a name whose queue is full, but not of another name', async () => {
  const bulkhead = createBulkhead({ createError: full, maxConcurrent: 1, maxWaiting: 2 });
  const end = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 3 }, () => bulkhead('a', () => end.promise));
  await assert.rejects(
    bulkhead('a', async () => {}),
    /full/,
  );
  assert.equal(await bulkhead('b', async () => 'done'), 'done');
  end.resolve();
  await Promise.all(waiting);
});

test('urgent calls go first, however many wait', async () => {
  const bulkhead = createBulkhead({ createError: full, maxConcurrent: 2 });
  const order: string[] = [];
  const call = (what: string, urgent: boolean) =>
    bulkhead('a', async () => void order.push(what), { urgent });
  const queued = Array.from({ length: 50 }, (_, n) => call(`job ${n}`, false));
  await Promise.all([...queued, call('guest 1', true), call('guest 2', true)]);
  assert.deepEqual(order.slice(0, 4), ['job 0', 'job 1', 'guest 1', 'guest 2']);
  assert.equal(order.length, 52);
});

/** A bulkhead with a share of one call at a time on average, and calls that take some ms each. */
function sharedTime() {
  let time = 0;
  const bulkhead = createBulkhead({
    createError: full,
    maxConcurrent: 4,
    msPerSecond: 1000,
    now: () => time,
  });
  const calls: (() => void)[] = [];
  return {
    /** Starts calls of a name. */
    async call(name: string, count: number) {
      const work = () => new Promise<void>((end) => calls.push(end));
      const all = Promise.all(Array.from({ length: count }, () => bulkhead(name, work)));
      await new Promise(setImmediate);
      return { all };
    },
    /** Number of running calls. */
    running: () => calls.length,
    /** Ends all running calls after some ms. */
    async after(ms: number) {
      time += ms;
      for (const end of calls.splice(0)) end();
      await new Promise(setImmediate);
    },
  };
}

test('runs the calls of a name one by one while it exceeds its time share', async () => {
  const { call, running, after } = sharedTime();
  const { all } = await call('a', 12);
  assert.equal(running(), 4);
  await after(10);
  assert.equal(running(), 4, 'cheap calls run side by side');
  await after(500);
  assert.equal(running(), 1, 'they took 2 s in half a second');
  await after(10);
  assert.equal(running(), 1);
  const others = await call('b', 4);
  assert.equal(running(), 5, 'another name has its own time');
  for (let turn = 0; turn < 5; turn++) await after(1);
  await Promise.all([all, others.all]);
  await after(3000);
  const later = await call('a', 8);
  assert.equal(running(), 4);
  for (let turn = 0; turn < 5; turn++) await after(1);
  await later.all;
});

test('after hanging for minutes, a name runs one by one for some seconds only', async () => {
  const { call, running, after } = sharedTime();
  const hung = await call('a', 4);
  await after(600_000);
  await hung.all;
  const next = await call('a', 2);
  assert.equal(running(), 1);
  await after(0);
  await after(0);
  await next.all;
  await after(11_000);
  const later = await call('a', 4);
  assert.equal(running(), 4);
  await after(0);
  await later.all;
});
