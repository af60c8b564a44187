import assert from 'node:assert/strict';
import { test } from 'vitest';
import { moved } from './moved.ts';

test('moves a row to its target, and keeps the list when the target is out of range', () => {
  assert.deepEqual(moved(['a', 'b', 'c'], 0, 2), ['b', 'c', 'a']);
  assert.deepEqual(moved(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b']);
  assert.deepEqual(moved(['a', 'b'], 0, -1), ['a', 'b']);
  assert.deepEqual(moved(['a', 'b'], 1, 2), ['a', 'b']);
});
