import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it, vi } from 'vitest';
import { silentLog, until } from '../testing/testMessaging.ts';
import { startWorker, type Work } from './worker.ts';

type Job = { id: number; of: string };

/** A queue in memory. Jobs of a crashed claim stay claimed. */
function queueOf(...jobs: Job[]) {
  const waiting = [...jobs];
  const claims: number[] = [];
  const bounds = { perParty: Number.POSITIVE_INFINITY };
  const claim: Work<Job>['claim'] = async (room, underWay) => {
    claims.push(room);
    const taken: Job[] = [];
    for (const job of [...waiting]) {
      const ofParty = [...underWay, ...taken].filter(({ of }) => of === job.of).length;
      if (taken.length === room || ofParty >= bounds.perParty) continue;
      waiting.splice(waiting.indexOf(job), 1);
      taken.push(job);
    }
    return taken;
  };
  return { waiting, claims, bounds, claim };
}

const jobsOf = (count: number, of = 'a'): Job[] => Array.from({ length: count }, (_, id) => ({ id, of }));
const settings = { name: 'test', maxConcurrent: () => 4, drainMs: 5000, pollMs: 60_000, log: silentLog };

describe('a worker', () => {
  it('does all due jobs up to its concurrency limit, without waiting for a poll', async () => {
    const queue = queueOf(...jobsOf(40));
    let running = 0;
    let most = 0;
    let done = 0;
    const worker = startWorker<Job>({
      ...settings,
      claim: queue.claim,
      async work() {
        most = Math.max(most, ++running);
        await sleep(1);
        running -= 1;
        done += 1;
      },
    });
    await until(() => done === 40);
    assert.equal(most, 4);
    await worker.stop();
  });

  it('claims again when woken, and once for a single job', async () => {
    const queue = queueOf();
    const done: number[] = [];
    const worker = startWorker<Job>({
      ...settings,
      claim: queue.claim,
      work: async ({ id }) => void done.push(id),
    });
    await until(() => queue.claims.length === 1);
    queue.waiting.push(...jobsOf(1));
    worker.wake();
    await until(() => done.length === 1);
    await worker.stop();
    assert.equal(queue.claims.length, 2);
  });

  it('polls less often while no job is due, and at the usual rate after a wake-up', async () => {
    vi.useFakeTimers();
    try {
      const queue = queueOf();
      const worker = startWorker<Job>({
        ...settings,
        pollMs: 1000,
        claim: queue.claim,
        work: async () => {},
      });
      const claimsIn = async (seconds: number) => {
        const before = queue.claims.length;
        await vi.advanceTimersByTimeAsync(seconds * 1000);
        return queue.claims.length - before;
      };
      assert.equal(await claimsIn(10), 10);
      await claimsIn(10);
      assert.equal(await claimsIn(50), 10);
      worker.wake();
      assert.equal(await claimsIn(10), 11);
      await worker.stop();
    } finally {
      vi.useRealTimers();
    }
  });

  it('claims a limited number of jobs at a time until none is due, without a poll', async () => {
    const queue = queueOf(...jobsOf(40));
    let done = 0;
    const worker = startWorker<Job>({
      ...settings,
      ...{ maxConcurrent: () => 20, maxClaim: 3, claim: queue.claim },
      work: async () => void done++,
    });
    await until(() => done === 40);
    await worker.stop();
    assert.deepEqual(new Set(queue.claims), new Set([3]));
  });

  it('does other jobs while one hangs, and continues with that party later', async () => {
    const queue = queueOf(...jobsOf(5, 'hangs'), ...jobsOf(3, 'quick'));
    queue.bounds.perParty = 2;
    const end = Promise.withResolvers<void>();
    const done: string[] = [];
    const worker = startWorker<Job>({
      ...settings,
      limits: [{ keyOf: ({ of }) => of, maximum: 2 }],
      claim: queue.claim,
      async work({ of }) {
        if (of === 'hangs') await end.promise;
        done.push(of);
      },
    });
    await until(() => done.length === 3);
    assert.deepEqual(done, ['quick', 'quick', 'quick']);
    end.resolve();
    await until(() => done.length === 8);
    await worker.stop();
  });

  it('does all due jobs of a party even if they end during a claim', async () => {
    const queue = queueOf(...jobsOf(20));
    queue.bounds.perParty = 2;
    let done = 0;
    const worker = startWorker<Job>({
      ...settings,
      limits: [{ keyOf: ({ of }) => of, maximum: 2 }],
      async claim(room, underWay) {
        await sleep(5);
        return queue.claim(room, underWay);
      },
      async work() {
        await sleep(1);
        done += 1;
      },
    });
    await until(() => done === 20);
    await worker.stop();
  });

  it('continues after a failed claim and a failed job', async () => {
    const queue = queueOf(...jobsOf(3));
    let broken = true;
    const seen: number[] = [];
    const worker = startWorker<Job>({
      ...settings,
      pollMs: 5,
      async claim(room, underWay) {
        if (broken) throw new Error('the database is away');
        return queue.claim(room, underWay);
      },
      async work({ id }) {
        seen.push(id);
        if (id === 0) throw new Error('broken');
      },
    });
    await sleep(20);
    broken = false;
    await until(() => seen.length === 3);
    await worker.stop();
  });

  it('finishes jobs in progress when stopped, and begins no others', async () => {
    const queue = queueOf(...jobsOf(6));
    const end = Promise.withResolvers<void>();
    let [begun, done] = [0, 0];
    const worker = startWorker<Job>({
      ...settings,
      claim: queue.claim,
      async work() {
        begun += 1;
        await end.promise;
        done += 1;
      },
    });
    await until(() => begun === 4);
    const stopped = worker.stop();
    end.resolve();
    await stopped;
    assert.deepEqual([begun, done, queue.waiting.length], [4, 4, 2]);
  });

  it('aborts slow jobs when stopped, and lets them record their outcome', async () => {
    const notes: string[] = [];
    const worker = startWorker<Job>({
      ...settings,
      drainMs: 20,
      claim: queueOf(...jobsOf(1)).claim,
      async work(_, abort) {
        await new Promise((resolve) => abort.addEventListener('abort', resolve));
        notes.push('released');
      },
    });
    await sleep(5);
    await worker.stop();
    assert.deepEqual(notes, ['released']);
  });
});
