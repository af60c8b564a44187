import assert from 'node:assert/strict';
import { test } from 'vitest';
import { backoffMs } from './retrySchedule.ts';

const HOUR = 3600_000;

test('increases the backoff from 5 s to 8 h', () => {
  const waits = Array.from({ length: 11 }, (_, index) => backoffMs({ attempts: index + 1, ageMs: 0 }, 0));
  assert.deepEqual(
    waits.map((wait) => (wait ?? 0) / 1000),
    [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800, 28_800],
  );
});

test('adds up to a fifth of jitter to a backoff', () => {
  assert.equal(backoffMs({ attempts: 1, ageMs: 0 }, 0.5), 5500);
  assert.equal(backoffMs({ attempts: 1, ageMs: 0 }, 1), 6000);
});

test('gives up after three days', () => {
  for (const random of [0, 0.5, 1]) {
    let ageMs = 0;
    let attempts = 1;
    for (let wait = backoffMs({ attempts, ageMs }, random); wait !== null; attempts++) {
      ageMs += wait;
      wait = backoffMs({ attempts: attempts + 1, ageMs }, random);
    }
    assert.ok(ageMs <= 72 * HOUR && ageMs > 60 * HOUR, `${ageMs / HOUR} h`);
    assert.ok(attempts >= 14 && attempts <= 17, `${attempts} attempts`);
  }
});

test('attempts a delivery once that was queued for more than three days, then gives up', () => {
  assert.equal(backoffMs({ attempts: 1, ageMs: 80 * HOUR }, 0), null);
});
