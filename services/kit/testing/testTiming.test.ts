import assert from 'node:assert/strict';
import { test } from 'vitest';
import { assertTakesLessThan, pollPauseMs, timed } from './testTiming.ts';

const measurements =
  (...ms: number[]) =>
  async () =>
    ms.shift() ?? assert.fail('measured once too often');

test('accepts the first measurement below the limit', async () => {
  assert.equal(await assertTakesLessThan(100, measurements(99)), 99);
});

test('measures again after a busy machine spoiled a measurement', async () => {
  assert.equal(await assertTakesLessThan(100, measurements(1e6, 1e6, 20)), 20);
});

test('fails with all measurements if each is too slow', async () => {
  await assert.rejects(
    assertTakesLessThan(100, measurements(1e6, 1e6 + 1.4, 1e6 + 2, 1e6 + 3, 1e6 + 4)),
    /it took 1000000, 1000001, 1000002, 1000003, 1000004 ms, each time 100 ms or more/,
  );
});

test('does not repeat a failing measurement', async () => {
  await assert.rejects(
    assertTakesLessThan(100, () => timed(async () => assert.fail('no answer'))),
    /no answer/,
  );
});

test('polls ever less often, at least once a second', () => {
  assert.deepEqual([0, 50, 1000, 2000, 60_000].map(pollPauseMs), [10, 10, 100, 200, 1000]);
});
