import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createImageCache } from './imageCache.ts';

const KB = 1000;
const width = (id: string, name = 480) => ({ id, name });

/** A cache of 10 kB images. `requests` records its fetches. */
function cacheOf(mostKb: number, answer = async (): Promise<Buffer> => Buffer.alloc(10 * KB)) {
  const requests: string[] = [];
  const cache = createImageCache(({ id, name }) => {
    requests.push(`${id}/${name}`);
    return answer();
  }, mostKb * KB);
  return { cache, requests };
}

test('fetches an image once for many requests', async () => {
  const { cache, requests } = cacheOf(100);
  await Promise.all(Array.from({ length: 100 }, () => cache.get(width('a'))));
  for (let time = 0; time < 100; time++) assert.equal((await cache.get(width('a'))).length, 10 * KB);
  assert.deepEqual(requests, ['a/480']);
});

test('evicts the least recently used image beyond its maximum size', async () => {
  const { cache, requests } = cacheOf(35);
  for (const id of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await cache.get(width(id));
  assert.deepEqual(requests, ['a/480', 'b/480', 'c/480', 'd/480', 'b/480']);
});

test('returns an image that is larger than the cache', async () => {
  const { cache, requests } = cacheOf(5);
  for (const id of ['a', 'a']) assert.equal((await cache.get(width(id))).length, 10 * KB);
  assert.equal(requests.length, 2);
});

test('drops a removed image in every width', async () => {
  const { cache, requests } = cacheOf(100);
  const both = [width('a', 480), width('a', 960)];
  for (const one of [...both, width('b')]) await cache.get(one);
  cache.delete('a');
  for (const one of [...both, width('b')]) await cache.get(one);
  assert.deepEqual(requests, ['a/480', 'a/960', 'b/480', 'a/480', 'a/960']);
});

test('does not cache an image that was removed during its fetch', async () => {
  const arrived = Promise.withResolvers<Buffer>();
  const { cache, requests } = cacheOf(100, () => arrived.promise);
  const waiting = cache.get(width('a'));
  cache.delete('a');
  arrived.resolve(Buffer.alloc(KB));
  assert.equal((await waiting).length, KB);
  await cache.get(width('a'));
  assert.ok(requests.length > 1);
});

test('passes a failure to the waiting requests without caching it', async () => {
  let away = true;
  const { cache, requests } = cacheOf(100, async () => {
    if (away) throw new Error('away');
    return Buffer.alloc(KB);
  });
  const both = await Promise.allSettled([cache.get(width('a')), cache.get(width('a'))]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  away = false;
  assert.equal((await cache.get(width('a'))).length, KB);
  assert.equal(requests.length, 2);
});
