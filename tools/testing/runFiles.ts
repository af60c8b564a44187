import path from 'node:path';
import type { Report } from './report.ts';
import { type Job, runFile } from './runFile.ts';
import type { Tier } from './tiers.ts';

const silenceMs = 600_000;
/** How often the files that run for longer than this are named. */
const longMs = 30_000;
/** How often it is looked whether there is room for one more: after that what was started last is at work. */
const lookMs = 2000;

/** How much may run at once, how much of that a job takes, and the rest as around each. */
export interface Room {
  most: number;
  weightOf(job: Job): number;
  /** Whether those that run mostly wait, since it was last asked: then one more is started. */
  isIdle?(running: number): boolean;
  lingerMs: number;
  namePatterns: string[];
}

/**
 * Runs jobs, each in a process of its own, and reports what they say, a file at a time; ends early when
 * aborted. The first of those that wait which there is room for is the next.
 */
export async function runFiles(jobs: Job[], room: Room, report: Report, abort: AbortController) {
  const waiting = [...jobs];
  const running = new Map<Promise<void>, { job: Job; since: number }>();
  const namesOfRunning = (forMs: number) =>
    [...running.values()]
      .map(({ job, since }) => ({ job, ms: performance.now() - since }))
      .filter(({ ms }) => ms >= forMs)
      .map(({ job, ms }) => `${report.nameOf(job.files)} (${Math.round(ms / 1000)} s)`);
  // The last resort: for a test that waits for ever.
  const giveUp = setTimeout(() => {
    const names = namesOfRunning(0).join(', ');
    report.fail('a test file', `did not end: nothing happened for ${silenceMs / 1000} s in ${names}`);
    abort.abort();
  }, silenceMs);
  const tell = setInterval(() => report.tellRunning(namesOfRunning(longMs)), longMs);
  const { lingerMs, namePatterns } = room;
  const around = { signal: abort.signal, alive: () => void giveUp.refresh(), lingerMs, namePatterns };
  const weigh = (job: Job) => Math.min(room.weightOf(job), room.most);
  let taken = 0;
  const start = (job: Job) => {
    taken += weigh(job);
    const work = runFile(job, report, around).finally(() => {
      taken -= weigh(job);
      running.delete(work);
    });
    running.set(work, { job, since: performance.now() });
  };
  const look = setInterval(() => {
    if (abort.signal.aborted || !room.isIdle?.(running.size)) return;
    const job = waiting.shift();
    if (job) start(job);
  }, lookMs);
  try {
    for (;;) {
      const next = waiting.findIndex((job) => taken + weigh(job) <= room.most && !abort.signal.aborted);
      if (next >= 0) for (const job of waiting.splice(next, 1)) start(job);
      else if (running.size > 0) await Promise.race(running.keys());
      else return;
    }
  } finally {
    clearTimeout(giveUp);
    clearInterval(tell);
    clearInterval(look);
  }
}

/**
 * How many files share a process. Most of what a fast file takes is to load what it imports, which its
 * neighbours do as well: measured with 93 files, 29 s of processor time one by one, 14 s by eights; with
 * twice as many, 79 s by eights, 72 s by twenties. Those that visit the product in a browser share that and
 * the product: eight files 75 s one by one, 45 s together.
 */
const batchSizes = { fast: 20, servers: 6, visits: 4 };

/** Which files run in which process: some with their neighbours, the others each in one of its own. */
export function toJobs(files: string[], tierOf: (file: string) => Tier, mayShare: boolean): Job[] {
  const of = (tier: Tier) => files.filter((file) => tierOf(file) === tier).toSorted(byFolder);
  const jobs: Job[] = of('other').map((file) => ({ files: [file], isFast: false }));
  for (const tier of ['fast', 'servers', 'visits'] as const) {
    const alike = of(tier);
    const size = mayShare ? batchSizes[tier] : 1;
    for (let at = 0; at < alike.length; at += size)
      jobs.push({ files: alike.slice(at, at + size), isFast: tier === 'fast' });
  }
  return jobs;
}

const byFolder = (a: string, b: string): number =>
  path.dirname(a).localeCompare(path.dirname(b)) || a.localeCompare(b);
