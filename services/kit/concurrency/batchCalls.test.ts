import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { failureOf } from '../messaging/rpc.ts';
import { batchCalls } from './batchCalls.ts';
import { newCall, runInCall } from './callContext.ts';

describe('batched calls', () => {
  it('share a batch and get their own results; later ones share the next batch', async () => {
    const batches: number[][] = [];
    const first = Promise.withResolvers<void>();
    const double = batchCalls(async (numbers: number[]) => {
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

  it('of a batch fail together, without affecting the next batch', async () => {
    const work = batchCalls(async (words: string[]) => {
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

  it('that share a key are in different batches, in order', async () => {
    const batches: string[][] = [];
    const work = batchCalls(
      async (words: string[]) => {
        batches.push(words);
        await new Promise(setImmediate);
        return words;
      },
      { keysOf: (word) => [word.slice(0, 1)] },
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

  it('are limited to 200 per batch', async () => {
    const sizes: number[] = [];
    const count = batchCalls(async (numbers: number[]) => {
      sizes.push(numbers.length);
      return numbers;
    });
    const numbers = Array.from({ length: 450 }, (_, n) => n);
    assert.deepEqual(await Promise.all(numbers.map(count)), numbers);
    assert.deepEqual(sizes, [200, 200, 50]);
  });

  it('are retried alone if one of them may have caused the error', async () => {
    const work = batchCalls(
      async (words: string[]) => {
        if (words.includes('bad')) throw new Error(`refused: ${words.length}`);
        return words;
      },
      { retryAlone: (error) => error instanceof Error },
    );
    const answers = await Promise.allSettled(['good', 'bad', 'fine'].map(work));
    assert.deepEqual(
      answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.message)),
      ['good', 'refused: 1', 'fine'],
    );
  });

  const codeOf = (error: unknown) => failureOf(error)?.code;
  /** A batch that waits until released; `dealt` records its items. */
  const held = (options: Parameters<typeof batchCalls>[1]) => {
    const dealt: unknown[] = [];
    const first = Promise.withResolvers<void>();
    const work = batchCalls(async (words) => {
      dealt.push(...words);
      await first.promise;
      return words;
    }, options);
    return { work, dealt, release: first.resolve };
  };

  it('are rejected while too many wait', async () => {
    const { work, release } = held({ maxBatch: 2, maxWaiting: 3 });
    const under = [work('a'), work('b')];
    await new Promise((resolve) => setTimeout(resolve, 20));
    const waiting = [work('c'), work('d'), work('e')];
    assert.equal(await work('f').catch(codeOf), 'unavailable');
    release();
    assert.deepEqual(await Promise.all([...under, ...waiting]), ['a', 'b', 'c', 'd', 'e']);
    assert.equal(await work('g'), 'g');
  });

  it('are not run if they have timed out while waiting', async () => {
    const { work, dealt, release } = held({});
    const first = work('first');
    await new Promise((resolve) => setTimeout(resolve, 20));
    const late = runInCall(newCall(10), () => work('late').catch(codeOf));
    const patient = runInCall(newCall(60_000), () => work('patient'));
    await new Promise((resolve) => setTimeout(resolve, 30));
    release();
    assert.deepEqual(await Promise.all([first, late, patient]), ['first', 'timeout', 'patient']);
    assert.deepEqual(dealt, ['first', 'patient']);
  });

  it('are all rejected if every one has timed out', async () => {
    const { work, dealt } = held({});
    assert.equal(await runInCall(newCall(-1), () => work('late')).catch(codeOf), 'timeout');
    assert.deepEqual(dealt, []);
  });
});
