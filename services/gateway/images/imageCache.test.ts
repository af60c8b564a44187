import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createImageCache } from './imageCache.ts';

const KB = 1000;
const width = (id: string, name = 480) => ({ id, name });

/** A cache before images of 10 kB, and what it asked for. */
function cacheOf(mostKb: number, answer = async (): Promise<Buffer> => Buffer.alloc(10 * KB)) {
  const asked: string[] = [];
  const cache = createImageCache(({ id, name }) => {
    asked.push(`${id}/${name}`);
    return answer();
  }, mostKb * KB);
  return { cache, asked };
}

test('a picture that many look at is asked for once', async () => {
  const { cache, asked } = cacheOf(100);
  await Promise.all(Array.from({ length: 100 }, () => cache.get(width('a'))));
  for (let time = 0; time < 100; time++) assert.equal((await cache.get(width('a'))).length, 10 * KB);
  assert.deepEqual(asked, ['a/480']);
});

test('it holds so many bytes, and lets go what was not asked for the longest', async () => {
  const { cache, asked } = cacheOf(35);
  for (const id of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await cache.get(width(id));
  assert.deepEqual(asked, ['a/480', 'b/480', 'c/480', 'd/480', 'b/480']);
});

test('what is larger than all of it is shown nonetheless', async () => {
  const { cache, asked } = cacheOf(5);
  for (const id of ['a', 'a']) assert.equal((await cache.get(width(id))).length, 10 * KB);
  assert.equal(asked.length, 2);
});

test('an image that is removed is gone in every width', async () => {
  const { cache, asked } = cacheOf(100);
  const both = [width('a', 480), width('a', 960)];
  for (const one of [...both, width('b')]) await cache.get(one);
  cache.forget('a');
  for (const one of [...both, width('b')]) await cache.get(one);
  assert.deepEqual(asked, ['a/480', 'a/960', 'b/480', 'a/480', 'a/960']);
});

test('what was on its way when an image was removed is not kept', async () => {
  const arrived = Promise.withResolvers<Buffer>();
  const { cache, asked } = cacheOf(100, () => arrived.promise);
  const waiting = cache.get(width('a'));
  cache.forget('a');
  arrived.resolve(Buffer.alloc(KB));
  assert.equal((await waiting).length, KB);
  await cache.get(width('a'));
  assert.ok(asked.length > 1);
});

test('a failure is for those who wait, and not kept', async () => {
  let away = true;
  const { cache, asked } = cacheOf(100, async () => {
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
  assert.equal(asked.length, 2);
});
