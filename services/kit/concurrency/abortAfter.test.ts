import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it, vi } from 'vitest';
import { abortAfter } from './abortAfter.ts';

const untilAborted = (signal: AbortSignal) => sleep(60_000, undefined, { signal, ref: true });

describe('work with a timeout and a stop signal', () => {
  it('is aborted at its timeout', async () => {
    const error = await abortAfter(20, untilAborted).catch((reason: Error) => reason);
    assert.ok(error instanceof Error);
    assert.equal((error.cause as Error).name, 'TimeoutError');
  });

  it('is aborted by the stop signal, before or during the work', async () => {
    const stopping = new AbortController();
    const working = abortAfter(60_000, untilAborted, stopping.signal);
    stopping.abort(new Error('stopped'));
    await assert.rejects(working, (error: Error) => (error.cause as Error).message === 'stopped');
    await abortAfter(60_000, async (signal) => assert.ok(signal.aborted), stopping.signal);
  });

  it('leaves no timer or listener behind, after success or failure', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const stopping = new AbortController();
      const signals: AbortSignal[] = [];
      const work = async (signal: AbortSignal) => void signals.push(signal);
      await abortAfter(1000, work, stopping.signal);
      const failing = abortAfter(
        1000,
        async (signal) => {
          await work(signal);
          throw new Error('failed');
        },
        stopping.signal,
      );
      await assert.rejects(failing, /failed/);
      assert.equal(getEventListeners(stopping.signal, 'abort').length, 0);
      vi.advanceTimersByTime(5000);
      assert.deepEqual(
        signals.map(({ aborted }) => aborted),
        [false, false],
      );
    } finally {
      vi.useRealTimers();
    }
  });
});
