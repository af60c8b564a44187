import assert from 'node:assert/strict';
import { test } from 'vitest';
import { recipientCap } from './recipientCap.ts';

const DAY_MS = 24 * 3600_000;
const now = Date.UTC(2030, 0, 1);
const after = (days: number, paidVisits = 0) =>
  recipientCap({ createdAt: now - days * DAY_MS, paidVisits, now });

test('grows with the venue’s age and with its paid visits', () => {
  assert.deepEqual(
    [0, 0.9, 1, 30, 100, 1000].map((days) => after(days)),
    [75, 75, 80, 225, 575, 575],
  );
  assert.deepEqual(
    [0, 1, 500, 2000, 9000].map((paid) => after(0, paid)),
    [75, 76, 575, 2075, 2075],
  );
  assert.equal(after(30, 100), 325);
});

test('gives a venue created in the future the allowance of its first day', () => {
  assert.equal(after(-2), 75);
});
