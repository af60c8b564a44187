import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { currentCall, runInCall } from '@venue-booking/kit/concurrency/callContext';
import type { Party } from '@venue-booking/proto/facility/slot';
import { type Failure, type FailureCode, fail } from '@venue-booking/proto/failures';
import { afterEach, beforeEach, test, vi } from 'vitest';
import type { SlotLock } from './slotLock.ts';
import { createSlotQueue } from './slotQueue.ts';

// The queue while the ledger does not respond, with a clock that only the test advances.

const AT = { venueId: 1, slotId: 7 };
const party = (bookingUid: string): Party => ({ bookingUid, people: 1 });
const answer = (parties: Party[]) =>
  new Map(parties.map(({ bookingUid }) => [bookingUid, `ok ${bookingUid}`]));
const failed = (code: FailureCode) => (error: unknown) => (error as Failure).code === code;
const turn = () => new Promise((resolve) => setImmediate(resolve));

// Fake timers don't reach `node:timers/promises`; modules that import it see the spy after a sync.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 1_000_000 });
  vi.spyOn(timersPromises, 'setTimeout').mockImplementation(
    (ms, value) => new Promise((resolve) => setTimeout(() => resolve(value as never), ms)),
  );
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** Advances the clock in small steps and runs everything in between. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    await turn();
    vi.advanceTimersByTime(50);
  }
  await turn();
}

function queueWith(reserve: (parties: Party[]) => Promise<ReturnType<typeof answer>>, lock?: SlotLock) {
  const calls: string[][] = [];
  let held = 0;
  const counting: SlotLock = async () => {
    held++;
    return { releaseIfAwaited() {}, release: async () => void held-- };
  };
  const queue = createSlotQueue<string>({
    lock: lock ?? counting,
    reserve: async (_at, parties) => {
      calls.push(parties.map(({ bookingUid }) => bookingUid));
      return reserve(parties);
    },
  });
  const enter = (uid: string) => queue.enter(AT, party(uid), async (result) => result);
  return { queue, enter, calls, held: () => held };
}

for (const code of ['timeout', 'unavailable'] as const)
  test(`retries a ledger call that fails with ${code}, for the same bookings, until it succeeds`, async () => {
    let answers = 0;
    const { enter, calls, held } = queueWith(async (parties) => {
      if (++answers < 4) throw fail(code);
      return answer(parties);
    });
    const booked = enter('a');
    await pass(2000);
    assert.equal(await booked, 'ok a');
    assert.deepEqual(calls, [['a'], ['a'], ['a'], ['a']]);
    assert.equal(held(), 0);
  });

test('does not add parties to a batch that is being retried', async () => {
  let answers = 0;
  const { enter, calls } = queueWith(async (parties) => {
    if (++answers < 3) throw fail('timeout');
    return answer(parties);
  });
  const first = enter('a');
  await turn();
  const second = enter('b');
  await pass(2000);
  assert.deepEqual(await Promise.all([first, second]), ['ok a', 'ok b']);
  assert.deepEqual(calls, [['a'], ['a'], ['a'], ['b']]);
});

test('gives up on a ledger that never responds, and releases the lock', async () => {
  const { enter, calls, held } = queueWith(async () => Promise.reject(fail('unavailable')));
  const refused = assert.rejects(enter('a'), failed('unavailable'));
  await pass(10_000);
  await refused;
  assert.ok(calls.length > 10 && calls.length < 100, `asked ${calls.length} times`);
  assert.equal(held(), 0);
});

test('does not retry after an expected failure or a bug', async () => {
  for (const error of [fail('slot_not_found'), fail('internal'), new TypeError('bug')]) {
    const { enter, calls } = queueWith(async () => Promise.reject(error));
    await assert.rejects(enter('a'), error);
    assert.equal(calls.length, 1);
  }
});

test('rejects a party whose deadline passed while waiting, without taking a place', async () => {
  let release = () => {};
  const stuck = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { enter, calls } = queueWith(async (parties) => stuck.then(() => answer(parties)));
  const within = (budgetMs: number, uid: string) =>
    runInCall({ traceId: uid, deadlineAt: Date.now() + budgetMs }, () => enter(uid));
  const first = within(60_000, 'a');
  await turn();
  const late = assert.rejects(within(500, 'late'), failed('timeout'));
  const patient = within(60_000, 'patient');
  await pass(1000);
  release();
  assert.deepEqual(await Promise.all([first, patient]), ['ok a', 'ok patient']);
  await late;
  assert.deepEqual(calls, [['a'], ['patient']]);
});

test('reserves nothing and releases the lock if all waiting parties are past their deadlines', async () => {
  const { enter, calls, held } = queueWith(async (parties) => answer(parties));
  await assert.rejects(
    runInCall({ traceId: 'a', deadlineAt: Date.now() - 1 }, () => enter('a')),
    failed('timeout'),
  );
  assert.deepEqual([calls, held()], [[], 0]);
  assert.equal(await enter('b'), 'ok b');
});

test('continues each booking in the context of its own call', async () => {
  const { queue } = queueWith(async (parties) => answer(parties));
  const traces = ['first', 'second', 'third'].map((traceId) =>
    runInCall({ traceId, deadlineAt: Date.now() + 5000 }, () =>
      queue.enter(AT, party(traceId), async () => currentCall()?.traceId),
    ),
  );
  assert.deepEqual(await Promise.all(traces), ['first', 'second', 'third']);
});

test('gives a reservation its own time budget, independent of the first guest’s deadline', async () => {
  const deadlines: number[] = [];
  const { enter } = queueWith(async (parties) => {
    deadlines.push((currentCall()?.deadlineAt ?? 0) - Date.now());
    return answer(parties);
  });
  await runInCall({ traceId: 'a', deadlineAt: Date.now() + 1 }, () => enter('a'));
  assert.ok((deadlines[0] ?? 0) >= 1000, `${deadlines[0]} ms`);
});

test('fails only the current batch if the lock throws', async () => {
  let broken = true;
  const lock: SlotLock = async () =>
    broken ? Promise.reject(new Error('no lock')) : { releaseIfAwaited() {}, async release() {} };
  const { enter, calls } = queueWith(async (parties) => answer(parties), lock);
  await assert.rejects(enter('a'), /no lock/);
  assert.deepEqual(calls, []);
  broken = false;
  assert.equal(await enter('b'), 'ok b');
});

test('ignores an error on releasing the lock', async () => {
  const lock: SlotLock = async () => ({
    releaseIfAwaited() {},
    release: () => Promise.reject(new Error('gone')),
  });
  const { enter } = queueWith(async (parties) => answer(parties), lock);
  assert.deepEqual(await Promise.all([enter('a'), enter('b')]), ['ok a', 'ok b']);
  assert.equal(await enter('c'), 'ok c');
});
