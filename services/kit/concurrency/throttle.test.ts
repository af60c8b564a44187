import assert from 'node:assert/strict';
import { it } from 'vitest';
import { createThrottle } from './throttle.ts';

it('allows one message per key and minute', () => {
  let now = 5;
  const may = createThrottle(60_000, () => now);
  const allowed = (about: string, at: number) => {
    now = at;
    return may(about);
  };
  assert.deepEqual(
    [allowed('a', 5), allowed('a', 60_004), allowed('b', 60_004), allowed('a', 60_005), allowed('a', 60_006)],
    [true, false, true, true, false],
  );
});
