import assert from 'node:assert/strict';
import { afterEach, describe, it, vi } from 'vitest';
import { type Running, runProcess } from './lifecycle.ts';

/** Starts a part and sends SIGTERM. Returns the exit codes so far. */
async function stopped(running: Running): Promise<(number | undefined)[]> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const codes: (number | undefined)[] = [];
  vi.spyOn(process, 'exit').mockImplementation((code) => void codes.push(code as number) as never);
  await runProcess(async () => running);
  process.emit('SIGTERM');
  // Promises continue, but timers are mocked.
  await new Promise((resolve) => setImmediate(resolve));
  return codes;
}

const never = () => new Promise<void>(() => {});

describe('a process that receives a stop signal', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
      process.removeAllListeners(signal);
  });

  it('exits with 0 after a clean stop', async () => {
    assert.deepEqual(await stopped({ stop: async () => {} }), [0]);
  });

  it('exits with an error if it has not stopped within 15 s', async () => {
    const codes = await stopped({ stop: never });
    vi.advanceTimersByTime(14_999);
    assert.deepEqual(codes, []);
    vi.advanceTimersByTime(1);
    assert.deepEqual(codes, [1]);
  });

  it('has 15 s after its stop delay', async () => {
    const codes = await stopped({ stopDelayMs: 20_000, stop: never });
    vi.advanceTimersByTime(34_999);
    assert.deepEqual(codes, []);
    vi.advanceTimersByTime(1);
    assert.deepEqual(codes, [1]);
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    it(`treats ${signal} within 5 s of the first as the same stop, and exits at once after that`, async () => {
      const codes = await stopped({ stop: never });
      vi.advanceTimersByTime(4_999);
      process.emit(signal as 'SIGINT');
      assert.deepEqual(codes, []);
      vi.advanceTimersByTime(1);
      process.emit(signal as 'SIGINT');
      assert.deepEqual(codes, [130]);
    });

  it('stops by itself with an error when it loses a dependency', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const codes: (number | undefined)[] = [];
    vi.spyOn(process, 'exit').mockImplementation((code) => void codes.push(code as number) as never);
    await runProcess(async () => ({ lost: Promise.resolve('The database is gone'), stop: async () => {} }));
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(codes, [1]);
    assert.deepEqual(
      said.mock.calls.map(([line]) => line),
      ['The database is gone; stopping.'],
    );
  });
});
