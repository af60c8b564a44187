import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createFreshCache } from './freshCache.ts';

const SECOND = 1000;

/** A cache under a clock that only the test moves, over a source that counts how often it is asked. */
function cacheWithClock<V = number>(maxEntries?: number) {
  const clock = { now: 5_000_000 };
  const cache = createFreshCache<V>(maxEntries, () => clock.now);
  return { clock, cache };
}

/** A fill that answers when told to. */
function slowFill() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { fill: () => promise, resolve, reject };
}

const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('get' as const),
      group: fc.integer({ min: 1, max: 3 }),
      key: fc.constantFrom('a', 'b'),
    }),
    fc.record({ kind: fc.constant('drop' as const), group: fc.integer({ min: 1, max: 3 }) }),
    fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.oneof(fc.integer({ min: 0, max: 700 }), fc.constant(SECOND)),
    }),
  ),
  { minLength: 10, maxLength: 60 },
);

test('an answer is of its own group and key, never a second old and never from before a change', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom(2, 5000), async (all, maxEntries) => {
      type Fact = { group: number; key: string; at: number; step: number };
      const { clock, cache } = cacheWithClock<Fact>(maxEntries);
      const changedAt = new Map<number, number>();
      for (const [step, action] of all.entries()) {
        if (action.kind === 'wait') clock.now += action.ms;
        if (action.kind === 'drop') {
          cache.drop(action.group);
          changedAt.set(action.group, step);
        }
        if (action.kind !== 'get') continue;
        const { group, key } = action;
        const fact = await cache.get(group, key, async () => ({ group, key, at: clock.now, step }));
        assert.deepEqual([fact.group, fact.key], [group, key]);
        assert.ok(clock.now - fact.at < SECOND, `${clock.now - fact.at} ms old`);
        assert.ok(fact.step > (changedAt.get(group) ?? -1), 'from before a change');
      }
    }),
    { numRuns: 300 },
  );
});

test('a fresh answer is given again without asking', async () => {
  const { clock, cache } = cacheWithClock();
  let fills = 0;
  const get = () => cache.get(1, 'a', async () => ++fills);
  assert.equal(await get(), 1);
  clock.now += 500;
  assert.equal(await get(), 1);
  clock.now += 500;
  assert.equal(await get(), 2);
});

test('giving an answer again does not make it younger', async () => {
  const { clock, cache } = cacheWithClock();
  for (let step = 0; step < 50; step++) {
    clock.now += 100;
    const at = await cache.get(1, 'a', async () => clock.now);
    assert.ok(clock.now - at < SECOND);
  }
});

test('an answer is as old as its fill, however long that took', async () => {
  const { clock, cache } = cacheWithClock<string>();
  const { fill, resolve } = slowFill();
  const first = cache.get(1, 'a', fill);
  clock.now += SECOND;
  resolve('old');
  assert.equal(await first, 'old');
  assert.equal(await cache.get(1, 'a', async () => 'new'), 'new');
});

test('requests at the same time share one fill', async () => {
  const { cache } = cacheWithClock<string>();
  const { fill, resolve } = slowFill();
  let fills = 0;
  const counted = () => {
    fills++;
    return fill();
  };
  const all = Array.from({ length: 100 }, () => cache.get(1, 'a', counted));
  resolve('shared');
  assert.deepEqual(new Set(await Promise.all(all)), new Set(['shared']));
  assert.equal(fills, 1);
});

test('dropping a group makes the next request ask, at once', async () => {
  const { cache } = cacheWithClock<string>();
  await cache.get(1, 'a', async () => 'before');
  cache.drop(1);
  assert.equal(await cache.get(1, 'a', async () => 'after'), 'after');
  assert.equal(await cache.get(1, 'a', async () => 'not asked'), 'after');
});

test('dropping a group leaves the others', async () => {
  const { cache } = cacheWithClock<string>();
  await cache.get(2, 'a', async () => 'kept');
  cache.drop(1);
  cache.drop(12);
  assert.equal(await cache.get(2, 'a', async () => 'not asked'), 'kept');
});

test('a fill that began before a change answers those who wait for it, and no one later', async () => {
  const { cache } = cacheWithClock<string>();
  const { fill, resolve } = slowFill();
  const before = cache.get(1, 'a', fill);
  cache.drop(1);
  const after = cache.get(1, 'a', async () => 'new');
  resolve('old');
  assert.equal(await before, 'old');
  assert.equal(await after, 'new');
  assert.equal(await cache.get(1, 'a', async () => 'not asked'), 'new');
});

test('a fill overtaken by a change does not come back, even when nobody asked in between', async () => {
  const { cache } = cacheWithClock<string>();
  const { fill, resolve } = slowFill();
  const before = cache.get(1, 'a', fill);
  cache.drop(1);
  resolve('old');
  await before;
  assert.equal(await cache.get(1, 'a', async () => 'new'), 'new');
});

test('a failure reaches all who wait, and is forgotten', async () => {
  const { cache } = cacheWithClock<string>();
  const { fill, reject } = slowFill();
  const all = [1, 2, 3].map(() => assert.rejects(cache.get(1, 'a', fill), /source down/));
  reject(new Error('source down'));
  await Promise.all(all);
  assert.equal(await cache.get(1, 'a', async () => 'fine'), 'fine');
});

test('a failure that comes late does not take a newer answer away', async () => {
  const { cache } = cacheWithClock<string>();
  const { fill, reject } = slowFill();
  const failing = assert.rejects(cache.get(1, 'a', fill), /source down/);
  cache.drop(1);
  const newer = cache.get(1, 'a', async () => 'new');
  reject(new Error('source down'));
  await failing;
  assert.equal(await newer, 'new');
  assert.equal(await cache.get(1, 'a', async () => 'not asked'), 'new');
});

test('answers of nothing are answers, too', async () => {
  const { cache } = cacheWithClock<string | null>();
  assert.equal(await cache.get(1, 'a', async () => null), null);
  assert.equal(await cache.get(1, 'a', async () => 'not asked'), null);
});

test('a flood of different requests keeps no more than the room there is, and no wrong answer', async () => {
  const { cache, clock } = cacheWithClock<string>(10);
  for (const pause of [0, 100, 2000]) {
    clock.now += pause;
    for (let key = 0; key < 200; key++) {
      const answer = await cache.get(1, `key ${key}`, async () => `answer ${key}`);
      assert.equal(answer, `answer ${key}`);
    }
  }
  let kept = 0;
  for (let key = 199; key >= 0; key--) {
    let asked = false;
    await cache.get(1, `key ${key}`, async () => {
      asked = true;
      return '';
    });
    if (!asked) kept++;
  }
  assert.ok(kept <= 10, `${kept} kept`);
});
