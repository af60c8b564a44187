import assert from 'node:assert/strict';
import { it } from 'vitest';
import { createThrottle } from './throttle.ts';

it('allows one message per key and minute', () => {
  let now = 5;
  const may = createThrottle(60_000, () => now);
  const asked = (about: string, at: number) => {
    now = at;
    return may(about);
  };
  assert.deepEqual(
    [asked('a', 5), asked('a', 60_004), asked('b', 60_004), asked('a', 60_005), asked('a', 60_006)],
    [true, false, true, true, false],
  );
});
