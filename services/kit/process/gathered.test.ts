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

  it('are not dealt with together when they stand for the same, and keep their order then', async () => {
    const batches: string[][] = [];
    const work = gathered(
      async (words: string[]) => {
        batches.push(words);
        await new Promise(setImmediate);
        return words;
      },
      { gatherMs: 0, apart: (word) => [word.slice(0, 1)] },
    );
    assert.deepEqual(await Promise.all(['a1', 'b1', 'a2', 'c1', 'a3'].map(work)), [
      'a1',
      'b1',
      'a2',
      'c1',
      'a3',
    ]);
    assert.deepEqual(batches, [['a1', 'b1'], ['a2', 'c1'], ['a3']]);
  });

  it('are at most 200 at a time', async () => {
    const sizes: number[] = [];
    const count = gathered(async (numbers: number[]) => {
      sizes.push(numbers.length);
      return numbers;
    });
    const numbers = Array.from({ length: 450 }, (_, n) => n);
    assert.deepEqual(await Promise.all(numbers.map(count)), numbers);
    assert.deepEqual(sizes, [200, 200, 50]);
  });

  it('fail alone when the fault may be of one of them', async () => {
    const work = gathered(
      async (words: string[]) => {
        if (words.includes('bad')) throw new Error(`refused: ${words.length}`);
        return words;
      },
      { alone: (error) => error instanceof Error },
    );
    const answers = await Promise.allSettled(['good', 'bad', 'fine'].map(work));
    assert.deepEqual(
      answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.message)),
      ['good', 'refused: 1', 'fine'],
    );
  });
});
