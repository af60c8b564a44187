import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { silentLog } from '../testing/testMessaging.ts';
import { every } from './every.ts';

test('work is told that it is stopped, ends its step, and is not begun again', async () => {
  let [begun, steps] = [0, 0];
  const run = async (isStopped: () => boolean) => {
    begun++;
    for (; !isStopped(); steps++) await turn();
  };
  const work = every(3600_000, { name: 'a backlog', run }, silentLog);
  while (steps < 3) await turn();
  work.wake();
  await work.stop();
  const before = steps;
  await turn();
  assert.deepEqual([begun, steps], [1, before]);
});

test('work that failed is done again when woken', async () => {
  let done = 0;
  const run = async () => {
    if (++done === 1) throw new Error('for once');
  };
  const work = every(3600_000, { name: 'failing once', run }, silentLog);
  work.wake();
  while (done < 1) await turn();
  work.wake();
  while (done < 2) await turn();
  await work.stop();
});
