import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gathered } from './gathered.ts';

describe('gathered calls', () => {
  it('are answered together, each with its own, and those that come meanwhile afterwards', async () => {
    const batches: number[][] = [];
    const first = Promise.withResolvers<void>();
    const double = gathered(async (numbers: number[]) => {
      batches.push(numbers);
      if (batches.length === 1) await first.promise;
      return numbers.map((number) => 2 * number);
    });
    const early = [double(1), double(2)];
    while (batches.length === 0) await new Promise(setImmediate);
    const late = [double(3), double(4)];
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(batches.length, 1, 'one at a time');
    first.resolve();
    assert.deepEqual(await Promise.all([...early, ...late]), [2, 4, 6, 8]);
    assert.deepEqual(batches, [
      [1, 2],
      [3, 4],
    ]);
  });

  it('fail together, and those after them do not', async () => {
    const work = gathered(async (words: string[]) => {
      if (words.includes('bad')) throw new Error('refused');
      return words;
    });
    const answers = await Promise.allSettled([work('good'), work('bad')]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(await work('good'), 'good');
  });
});
