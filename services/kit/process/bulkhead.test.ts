import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBulkhead } from './bulkhead.ts';

const full = () => new Error('full');

test('no more than so much of a name runs at once, and all of it runs in the end', async () => {
  const within = createBulkhead({ full, atOnce: 3 });
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await sleep(5);
    running -= 1;
  };
  await Promise.all(Array.from({ length: 20 }, () => within('a', work)));
  assert.deepEqual([most, running], [3, 0]);
});

test('one that hangs takes up nothing of another', async () => {
  const within = createBulkhead({ full, atOnce: 1, patienceMs: 20 });
  let release = () => {};
  const hanging = within('a', () => new Promise<void>((resolve) => (release = resolve)));
  await assert.rejects(
    within('a', async () => 1),
    { message: 'full' },
  );
  assert.equal(await within('b', async () => 2), 2);
  release();
  await hanging;
  assert.equal(await within('a', async () => 3), 3);
});

test('work that fails leaves its place', async () => {
  const within = createBulkhead({ full, atOnce: 1, patienceMs: 20 });
  for (let time = 0; time < 3; time++)
    await assert.rejects(
      within('a', async () => Promise.reject(new Error('broken'))),
      { message: 'broken' },
    );
});

test('when so much of a name waits, more of it is refused at once, and of another name is not', async () => {
  const within = createBulkhead({ full, atOnce: 1, mostWaiting: 2 });
  const end = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 3 }, () => within('a', () => end.promise));
  await assert.rejects(
    within('a', async () => {}),
    /full/,
  );
  assert.equal(await within('b', async () => 'done'), 'done');
  end.resolve();
  await Promise.all(waiting);
});

test('what is urgent has the next place, however much waits', async () => {
  const within = createBulkhead({ full, atOnce: 2 });
  const order: string[] = [];
  const call = (what: string, urgent: boolean) => within('a', async () => void order.push(what), { urgent });
  const queued = Array.from({ length: 50 }, (_, n) => call(`job ${n}`, false));
  await Promise.all([...queued, call('guest 1', true), call('guest 2', true)]);
  assert.deepEqual(order.slice(0, 4), ['job 0', 'job 1', 'guest 1', 'guest 2']);
  assert.equal(order.length, 52);
});
