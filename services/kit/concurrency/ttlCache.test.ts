import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { createTtlCache } from './ttlCache.ts';

const SECOND = 1000;

/** A cache with a fake clock, and a source that counts its calls. */
function cacheWithClock<V = number>(options: Parameters<typeof createTtlCache<V>>[0] = {}) {
  const clock = { now: 5_000_000 };
  const cache = createTtlCache<V>({ ...options, now: () => clock.now });
  return { clock, cache };
}

/** A fill that resolves on request. */
function slowFill() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { fill: () => promise, resolve, reject };
}

const group = fc.integer({ min: 1, max: 2 });
const get = fc.record({ kind: fc.constant('get' as const), group, key: fc.constantFrom('a', 'b') });
const drop = fc.record({ kind: fc.constant('drop' as const), group });
const wait = fc.record({
  kind: fc.constant('wait' as const),
  ms: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 500 }) }, fc.constant(SECOND)),
});
const steps = fc.array(
  fc.oneof(
    ...[
      { weight: 5, arbitrary: get },
      { weight: 4, arbitrary: wait },
    ],
    ...[{ weight: 1, arbitrary: drop }],
  ),
  { minLength: 50, maxLength: 200 },
);

test('a value belongs to its group and key, is never a second old and never from before a change', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom(2, 5000), async (all, maxEntries) => {
      type Fact = { group: number; key: string; at: number; step: number };
      const { clock, cache } = cacheWithClock<Fact>({ maxEntries });
      const changedAt = new Map<number, number>();
      let step = -1;
      for (const action of all) {
        step += 1;
        if (action.kind === 'wait') clock.now += action.ms;
        if (action.kind === 'drop') {
          cache.invalidate(action.group);
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

test('returns a fresh value without a fill', async () => {
  const { clock, cache } = cacheWithClock();
  let fills = 0;
  const get = () => cache.get(1, 'a', async () => ++fills);
  assert.equal(await get(), 1);
  clock.now += 500;
  assert.equal(await get(), 1);
  clock.now += 500;
  assert.equal(await get(), 2);
});

test('a read does not extend the age limit', async () => {
  const { clock, cache } = cacheWithClock();
  for (let step = 0; step < 50; step++) {
    clock.now += 100;
    const at = await cache.get(1, 'a', async () => clock.now);
    assert.ok(clock.now - at < SECOND);
  }
});

test('the age counts from the start of the fill', async () => {
  const { clock, cache } = cacheWithClock<string>();
  const { fill, resolve } = slowFill();
  const first = cache.get(1, 'a', fill);
  clock.now += SECOND;
  resolve('old');
  assert.equal(await first, 'old');
  assert.equal(await cache.get(1, 'a', async () => 'new'), 'new');
});

test('concurrent requests share one fill', async () => {
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

test('dropping a group makes the next request fill again', async () => {
  const { cache } = cacheWithClock<string>();
  await cache.get(1, 'a', async () => 'before');
  cache.invalidate(1);
  assert.equal(await cache.get(1, 'a', async () => 'after'), 'after');
  assert.equal(await cache.get(1, 'a', async () => 'not asked'), 'after');
});

test('dropping a group keeps other groups', async () => {
  const { cache } = cacheWithClock<string>();
  await cache.get(2, 'a', async () => 'kept');
  cache.invalidate(1);
  cache.invalidate(12);
  assert.equal(await cache.get(2, 'a', async () => 'not asked'), 'kept');
});

test('a fill from before a change serves its waiters but no later request', async () => {
  const { cache } = cacheWithClock<string>();
  const { fill, resolve } = slowFill();
  const before = cache.get(1, 'a', fill);
  cache.invalidate(1);
  const after = cache.get(1, 'a', async () => 'new');
  resolve('old');
  assert.equal(await before, 'old');
  assert.equal(await after, 'new');
  assert.equal(await cache.get(1, 'a', async () => 'not asked'), 'new');
});

test('a fill overtaken by a change is never cached, even without requests in between', async () => {
  const { cache } = cacheWithClock<string>();
  const { fill, resolve } = slowFill();
  const before = cache.get(1, 'a', fill);
  cache.invalidate(1);
  resolve('old');
  await before;
  assert.equal(await cache.get(1, 'a', async () => 'new'), 'new');
});

test('a failure rejects all waiters and is not cached', async () => {
  const { cache } = cacheWithClock<string>();
  const { fill, reject } = slowFill();
  const all = [1, 2, 3].map(() => assert.rejects(cache.get(1, 'a', fill), /source down/));
  reject(new Error('source down'));
  await Promise.all(all);
  assert.equal(await cache.get(1, 'a', async () => 'fine'), 'fine');
});

test('a late failure does not remove a newer value', async () => {
  const { cache } = cacheWithClock<string>();
  const { fill, reject } = slowFill();
  const failing = assert.rejects(cache.get(1, 'a', fill), /source down/);
  cache.invalidate(1);
  const newer = cache.get(1, 'a', async () => 'new');
  reject(new Error('source down'));
  await failing;
  assert.equal(await newer, 'new');
  assert.equal(await cache.get(1, 'a', async () => 'not asked'), 'new');
});

test('caches empty values', async () => {
  const { cache } = cacheWithClock<string | null>();
  assert.equal(await cache.get(1, 'a', async () => null), null);
  assert.equal(await cache.get(1, 'a', async () => 'not asked'), null);
});

test('a flood of different requests stays within the limit and returns correct values', async () => {
  const { cache, clock } = cacheWithClock<string>({ maxEntries: 10 });
  for (const pause of [0, 100, 2000]) {
    clock.now += pause;
    for (let key = 0; key < 200; key++) {
      const answer = await cache.get(1, `key ${key}`, async () => `answer ${key}`);
      assert.equal(answer, `answer ${key}`);
    }
  }
  let kept = 0;
  for (let key = 199; key >= 0; key--) {
    let isLoaded = false;
    await cache.get(1, `key ${key}`, async () => {
      isLoaded = true;
      return '';
    });
    if (!isLoaded) kept++;
  }
  assert.ok(kept <= 10, `${kept} kept`);
});
