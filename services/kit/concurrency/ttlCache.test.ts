import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { callDeadline, runInCall } from './callContext.ts';
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
const refreshed = fc.record({ kind: fc.constant('refreshed' as const) });
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
    ...[
      { weight: 2, arbitrary: refreshed },
      { weight: 1, arbitrary: drop },
    ],
  ),
  { minLength: 50, maxLength: 200 },
);

test('a value belongs to its group and key, is never a second old and never from before a change', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom(2, 5000), async (all, maxEntries) => {
      type Fact = { group: number; key: string; at: number; step: number };
      // Resolves later, with the value at the time of the call.
      const renewing: (() => void)[] = [];
      const { clock, cache } = cacheWithClock<Fact>({
        maxEntries,
        refresh: (names) => {
          const facts = names.map((name) => ({
            ...(name as { group: number; key: string }),
            at: clock.now,
            step,
          }));
          return new Promise((resolve) => renewing.push(() => resolve(facts)));
        },
      });
      const changedAt = new Map<number, number>();
      let step = -1;
      for (const action of all) {
        step += 1;
        if (action.kind === 'wait') clock.now += action.ms;
        if (action.kind === 'drop') {
          cache.invalidate(action.group);
          changedAt.set(action.group, step);
        }
        if (action.kind === 'refreshed') {
          for (const answer of renewing.splice(0)) answer();
          await new Promise(setImmediate);
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
    let asked = false;
    await cache.get(1, `key ${key}`, async () => {
      asked = true;
      return '';
    });
    if (!asked) kept++;
  }
  assert.ok(kept <= 10, `${kept} kept`);
});

/** A cache that refreshes, and records what it was asked to refresh. */
function renewingCache() {
  const refreshed: (number | string)[][] = [];
  let isDown = false;
  let timeLeft = 0;
  const { clock, cache } = cacheWithClock<string | null>({
    refresh: async (names) => {
      refreshed.push(names.map(({ key }) => key));
      timeLeft = callDeadline() - Date.now();
      if (isDown) throw new Error('source down');
      return names.map(({ key }) => `${key}, refreshed`);
    },
  });
  let fills = 0;
  const get = (key: string, value: string | null = key) =>
    cache.get(1, key, async () => {
      fills += 1;
      return value;
    });
  const settle = () => new Promise(setImmediate);
  return {
    ...{ clock, cache, refreshed, get, settle },
    fills: () => fills,
    timeLeft: () => timeLeft,
    setDown: (down: boolean) => {
      isDown = down;
    },
  };
}

test('refreshes all values in use with one call, without making readers wait', async () => {
  const { clock, refreshed, get, settle, fills } = renewingCache();
  const keys = Array.from({ length: 60 }, (_, key) => `key ${key}`);
  for (const key of keys) await get(key);
  for (let round = 0; round < 10; round++) {
    clock.now += 500;
    await get('key 0');
    await settle();
    for (const key of keys) assert.equal(await get(key), `${key}, refreshed`);
  }
  assert.deepEqual([fills(), refreshed.length], [60, 10]);
  assert.deepEqual(new Set(refreshed.flat()), new Set(keys));
});

test('does not refresh values unused for ten seconds, or empty ones', async () => {
  const { clock, refreshed, get, settle } = renewingCache();
  await get('left');
  await get('not there', null);
  for (let round = 0; round < 25; round++) {
    await get('in use');
    clock.now += 500;
    await get('in use');
    await settle();
  }
  const rounds = (key: string) => refreshed.filter((keys) => keys.includes(key)).length;
  assert.deepEqual([rounds('in use'), rounds('left'), rounds('not there')], [25, 19, 0]);
});

test('refreshes at most a hundred values at a time', async () => {
  const { clock, refreshed, get, settle } = renewingCache();
  for (let key = 0; key < 250; key++) await get(`key ${key}`);
  clock.now += 500;
  for (let turn = 0; turn < 5; turn++) {
    await get('key 249');
    await settle();
  }
  assert.deepEqual(
    refreshed.map(({ length }) => length),
    [100, 100, 50],
  );
});

test('fills values on demand after a failed renewal, and tries again later', async () => {
  const { clock, refreshed, get, settle, fills, setDown } = renewingCache();
  setDown(true);
  await get('a');
  for (let round = 0; round < 30; round++) {
    clock.now += 500;
    assert.ok(['a', 'a, refreshed'].includes((await get('a')) ?? ''));
    await settle();
    if (round === 10) setDown(false);
  }
  assert.ok(refreshed.length > 2 && refreshed.length < 20, `${refreshed.length} times`);
  assert.ok(fills() > 5 && fills() < 15, `${fills()} times`);
});

test('a renewal has its own deadline, independent of the caller’s', async () => {
  const { clock, refreshed, get, settle, timeLeft } = renewingCache();
  await get('a');
  clock.now += 500;
  await runInCall({ traceId: 'late', deadlineAt: Date.now() - 1 }, () => get('a'));
  await settle();
  assert.equal(refreshed.length, 1);
  assert.ok(timeLeft() > 0);
});
