import assert from 'node:assert/strict';
import type { Party } from '@venue-booking/proto/facility/slot';
import { type Failure, fail } from '@venue-booking/proto/failures';
import fc from 'fast-check';
import { test } from 'vitest';
import { noSlotLock } from './slotLock.ts';
import { createSlotQueue } from './slotQueue.ts';

type At = { venueId: number; slotId: number };
const AT = { venueId: 1, slotId: 7 };

const party = (bookingUid: string): Party => ({ bookingUid, people: 1 });
const uidsOf = (parties: Party[]) => parties.map(({ bookingUid }) => bookingUid);
const answer = (parties: Party[]) => new Map(uidsOf(parties).map((uid) => [uid, `ok ${uid}`]));
/** Runs everything that is due in this turn of the event loop. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const failed = (code: string) => (error: unknown) => (error as Failure).code === code;

/** A queue in front of a fake ledger, with a record of its batches and of the held locks. */
function queueWith(
  reserve: (at: At, parties: Party[]) => Promise<Map<string, string>> = async (_at, parties) =>
    answer(parties),
) {
  const held = new Map<number, number>();
  const batches: { slotId: number; uids: string[] }[] = [];
  const queue = createSlotQueue<string>({
    async lock(slotId) {
      held.set(slotId, (held.get(slotId) ?? 0) + 1);
      return {
        releaseIfAwaited() {},
        release: async () => void held.set(slotId, (held.get(slotId) ?? 0) - 1),
      };
    },
    async reserve(at, parties) {
      assert.equal(held.get(at.slotId), 1, 'a batch is reserved under exactly one lock');
      batches.push({ slotId: at.slotId, uids: uidsOf(parties) });
      return reserve(at, parties);
    },
  });
  const enter = (uid: string, at = AT) => queue.enter(at, party(uid), async (result) => result);
  const heldNow = () => [...held.values()].reduce((sum, count) => sum + count, 0);
  return { queue, enter, batches, heldNow };
}

/** A fake ledger's gate: the test lets its results through one by one. */
function gate() {
  const open: (() => void)[] = [];
  const pass = () => new Promise<void>((resolve) => open.push(resolve));
  const next = async () => {
    open.shift()?.();
    await settle();
  };
  return { pass, next };
}

test('collects parties that arrive during a batch into the next one, in order of arrival', async () => {
  const { pass, next } = gate();
  const { enter, batches } = queueWith(async (_at, parties) => pass().then(() => answer(parties)));
  const first = enter('a');
  await settle();
  const others = ['b', 'c', 'd'].map((uid) => enter(uid));
  await settle();
  assert.deepEqual(
    batches.map(({ uids }) => uids),
    [['a']],
  );
  await next();
  assert.deepEqual(
    batches.map(({ uids }) => uids),
    [['a'], ['b', 'c', 'd']],
  );
  await next();
  assert.deepEqual(await Promise.all([first, ...others]), ['ok a', 'ok b', 'ok c', 'ok d']);
});

test('runs one batch per slot at a time, and reserves and resolves every party once', async () => {
  const arrivals = fc.array(
    fc.record({ slotId: fc.integer({ min: 1, max: 3 }), turns: fc.integer({ min: 0, max: 2 }) }),
  );
  await fc.assert(
    fc.asyncProperty(arrivals, async (all) => {
      const { enter, batches, heldNow } = queueWith(async (_at, parties) =>
        settle().then(() => answer(parties)),
      );
      const answers: Promise<string>[] = [];
      for (const [index, { slotId, turns }] of all.entries()) {
        for (let turn = 0; turn < turns; turn++) await settle();
        answers.push(enter(`uid-${index}`, { venueId: 1, slotId }));
      }
      assert.deepEqual(
        await Promise.all(answers),
        all.map((_, index) => `ok uid-${index}`),
      );
      await settle();
      for (const slotId of [1, 2, 3]) {
        const reserved = batches.filter((batch) => batch.slotId === slotId).flatMap(({ uids }) => uids);
        assert.deepEqual(
          reserved,
          all.flatMap((arrival, index) => (arrival.slotId === slotId ? [`uid-${index}`] : [])),
        );
      }
      assert.equal(heldNow(), 0);
    }),
    { numRuns: 50 },
  );
});

test('does not delay other slots when one hangs', async () => {
  const { enter } = queueWith(async ({ slotId }, parties) =>
    slotId === 7 ? new Promise(() => {}) : answer(parties),
  );
  void enter('stuck');
  assert.equal(await enter('free', { venueId: 1, slotId: 8 }), 'ok free');
});

test('reserves thousands of parties in batches of limited size', async () => {
  const { enter, batches } = queueWith();
  const uids = Array.from({ length: 1001 }, (_, index) => `uid-${index}`);
  assert.equal((await Promise.all(uids.map((uid) => enter(uid)))).length, 1001);
  assert.deepEqual(
    batches.flatMap((batch) => batch.uids),
    uids,
  );
  assert.ok(batches.every((batch) => batch.uids.length <= 500) && batches.length <= 10);
});

test('adds parties that arrive while another replica holds the lock to the batch', async () => {
  const { pass, next } = gate();
  const batches: string[][] = [];
  const queue = createSlotQueue<string>({
    lock: () => pass().then(() => noSlotLock(7)),
    async reserve(_at, parties) {
      batches.push(uidsOf(parties));
      return answer(parties);
    },
  });
  const enter = (uid: string) => queue.enter(AT, party(uid), async (result) => result);
  const first = enter('a');
  await settle();
  const others = ['b', 'c'].map(enter);
  await next();
  assert.deepEqual(await Promise.all([first, ...others]), ['ok a', 'ok b', 'ok c']);
  assert.deepEqual(batches, [['a', 'b', 'c']]);
});

test('offers the lock to other replicas once the places are reserved, before bookings are saved', async () => {
  const steps: string[] = [];
  const record = async (step: string) => void steps.push(step);
  const queue = createSlotQueue<string>({
    lock: async () => ({ releaseIfAwaited: () => void record('offered'), release: () => record('let go') }),
    async reserve(_at, parties) {
      await record('reserved');
      return answer(parties);
    },
  });
  await queue.enter(AT, party('a'), () => record('saved'));
  await settle();
  assert.deepEqual(steps, ['reserved', 'offered', 'saved', 'let go']);
});

test('holds the lock until every booking of the batch is saved, and no longer', async () => {
  const { pass, next } = gate();
  const { queue, heldNow } = queueWith();
  const done = queue.enter(AT, party('a'), () => pass().then(() => 'saved'));
  await settle();
  assert.equal(heldNow(), 1);
  await next();
  assert.equal(await done, 'saved');
  await settle();
  assert.equal(heldNow(), 0);
});

test('fails only the booking that cannot be saved', async () => {
  const { pass, next } = gate();
  const { queue, enter, heldNow } = queueWith(async (_at, parties) => pass().then(() => answer(parties)));
  const first = enter('a');
  const bad = assert.rejects(
    queue.enter(AT, party('bad'), async () => Promise.reject(fail('too_many_bookings'))),
    failed('too_many_bookings'),
  );
  const good = enter('good');
  await settle();
  await next();
  await next();
  assert.deepEqual([await first, await good], ['ok a', 'ok good']);
  await bad;
  await settle();
  assert.equal(heldNow(), 0);
});

test('passes an error of the ledger to the whole batch, and runs the next batch normally', async () => {
  const { pass, next } = gate();
  let broken = true;
  const { enter, heldNow } = queueWith(async (_at, parties) => {
    await pass();
    if (broken && parties.length > 1) throw new Error('ledger broken');
    return answer(parties);
  });
  const first = enter('a');
  await settle();
  const rest = ['b', 'c'].map((uid) => assert.rejects(enter(uid), /ledger broken/));
  await settle();
  await next();
  await next();
  assert.equal(await first, 'ok a');
  await Promise.all(rest);
  await settle();
  assert.equal(heldNow(), 0);
  broken = false;
  const after = enter('d');
  await settle();
  await next();
  assert.equal(await after, 'ok d');
});

test('rejects a party without a result from the ledger as unavailable', async () => {
  const { enter, heldNow } = queueWith(async () => new Map());
  await assert.rejects(enter('a'), failed('unavailable'));
  await settle();
  assert.equal(heldNow(), 0);
});

test('reserves waiting parties of the venue and of guests in separate batches with their own rules', async () => {
  const { pass, next } = gate();
  const batches: [byVenue: boolean, uids: string[]][] = [];
  const queue = createSlotQueue<string>({
    lock: noSlotLock,
    async reserve({ byVenue = false }, parties) {
      batches.push([byVenue, uidsOf(parties)]);
      await pass();
      return answer(parties);
    },
  });
  const enter = (uid: string, byVenue?: boolean) =>
    queue.enter({ ...AT, ...(byVenue !== undefined && { byVenue }) }, party(uid), async (result) => result);
  const all = Promise.all([
    ...['guest 1', 'guest 2'].map((uid) => enter(uid)),
    ...['desk 1', 'desk 2', 'desk 3'].map((uid) => enter(uid, true)),
    enter('guest 3', false),
  ]);
  for (let turn = 0; turn < 4; turn++) await settle().then(next);
  await all;
  for (const [byVenue, uids] of batches)
    for (const uid of uids) assert.equal(byVenue, uid.startsWith('desk'), uid);
  assert.equal(batches.flatMap(([, uids]) => uids).length, 6);
  assert.ok(
    batches.some(([, uids]) => uids.length > 1),
    'some parties shared a batch',
  );
});
