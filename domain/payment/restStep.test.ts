import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { restDeadline, restStep } from './restStep.ts';

const HOUR = 3600_000;
const START = 10_000 * HOUR;
const untilHours = fc.integer({ min: 1, max: 2000 });
const before = fc.integer({ min: -100, max: 5000 });

/** Runs all steps of a rest that nobody pays, from a time on. Returns each step with its time. */
function steps(hours: number, from: number) {
  const taken: [string, number][] = [];
  let remindedAt: number | null = null;
  for (let now = from; taken.length < 10; ) {
    const next = restStep({ startsAt: START, untilHours: hours, remindedAt }, now);
    taken.push([next.step, now]);
    if (!('next' in next)) return taken;
    assert.ok(next.next > now, 'each step is later than the one before');
    if (next.step === 'remind') remindedAt = now;
    now = next.next;
  }
  return assert.fail('it ends');
}

test('a booking made early gets one reminder two days before the deadline, and ends an hour after it', () => {
  const deadline = restDeadline({ startsAt: START, untilHours: 72 });
  assert.deepEqual(steps(72, 0), [
    ['early', 0],
    ['remind', deadline - 48 * HOUR],
    ['end', deadline + HOUR],
  ]);
});

test('nothing ends without a reminder at least a day before, and nothing ends once the booking starts', () => {
  fc.assert(
    fc.property(untilHours, before, (hours, ahead) => {
      const taken = steps(hours, START - ahead * HOUR);
      const reminders = taken.filter(([step]) => step === 'remind');
      const [last, at] = taken.at(-1) ?? assert.fail();
      assert.ok(reminders.length <= 1);
      if (last === 'over') return assert.ok(at >= START);
      assert.equal(reminders.length, 1);
      assert.ok(at >= (reminders[0]?.[1] ?? Number.POSITIVE_INFINITY) + 24 * HOUR && at < START);
      assert.ok(at >= restDeadline({ startsAt: START, untilHours: hours }));
    }),
  );
});

test('a booking that moves to a later time waits again', () => {
  const rest = { startsAt: START, untilHours: 24, remindedAt: START - 60 * HOUR };
  assert.equal(restStep(rest, START - 20 * HOUR).step, 'end');
  const moved = restStep({ ...rest, startsAt: START + 500 * HOUR }, START - 20 * HOUR);
  assert.deepEqual(moved, { step: 'early', next: START + 428 * HOUR });
});
