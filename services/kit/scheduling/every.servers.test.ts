import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { fail } from '@venue-booking/proto/failures';
import { test } from 'vitest';
import { createLog } from '../logging/log.ts';
import { silentLog } from '../testing/testMessaging.ts';
import { every } from './every.ts';

const HOUR_MS = 3600_000;

test('repeats work at once while there is more, and stops after the current run', async () => {
  let [begun, done] = [0, 0];
  const step = Promise.withResolvers<void>();
  const run = async () => {
    begun++;
    if (begun === 4) await step.promise;
    done++;
    return true;
  };
  const work = every(HOUR_MS, { name: 'a backlog', run }, silentLog);
  while (begun < 4) await turn();
  work.wake();
  const stopped = work.stop();
  step.resolve();
  await stopped;
  await turn();
  assert.deepEqual([begun, done], [4, 4]);
});

test('repeats work at its interval or when woken, also after a failure', async () => {
  let begun = 0;
  const run = async () => {
    if (++begun === 1) throw new Error('for once');
  };
  const work = every(HOUR_MS, { name: 'failing once', run }, silentLog);
  for (let turns = 0; turns < 20; turns++) await turn();
  assert.equal(begun, 1);
  work.wake();
  for (let turns = 0; turns < 20; turns++) await turn();
  assert.equal(begun, 2);
  await work.stop();
});

test('logs an unavailable service once while it is away, and again when it is away the next time', async () => {
  const logged: string[] = [];
  const log = createLog('test', 'info', { write: (line) => void logged.push(line) });
  let fault: Error | undefined = fail('unavailable');
  const run = async () => {
    if (fault) throw fault;
  };
  const work = every(HOUR_MS, { name: 'the sweep', run }, log);
  const wake = async () => {
    work.wake();
    for (let turns = 0; turns < 20; turns++) await turn();
  };
  for (let run = 0; run < 3; run++) await wake();
  assert.equal(logged.length, 1);
  fault = undefined;
  await wake();
  fault = fail('unavailable');
  for (let run = 0; run < 2; run++) await wake();
  assert.equal(logged.length, 2);
  fault = new Error('a bug');
  for (let run = 0; run < 2; run++) await wake();
  assert.equal(logged.length, 4, 'an unexpected error is logged every time');
  await work.stop();
});
