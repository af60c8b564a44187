import { run } from 'node:test';
import type { Report } from './report.ts';

/** For one file: the longest kills processes and waits for what heals them, for about a minute on an idle machine, several on a busy one. */
const fileTimeoutMs = 1_200_000;
const silenceMs = 600_000;

/** How much may run at once, and how much of that a file takes. */
export interface Room {
  most: number;
  weightOf(file: string): number;
}

/**
 * Runs test files, each in a process of its own, and reports what they say, a file at a time; ends early when aborted. The first of those
 * that wait which there is room for is the next.
 */
export async function runFiles(files: string[], room: Room, report: Report, abort: AbortController) {
  // A file whose tests are done but which never ends (an open connection, a timer) would hold up everything.
  const giveUp = setTimeout(() => {
    report.fail('a test file', `did not end: nothing happened for ${silenceMs / 1000} s after its last test`);
    abort.abort();
  }, silenceMs);
  const waiting = [...files];
  const running = new Set<Promise<void>>();
  let taken = 0;
  const start = (file: string) => {
    const weight = Math.min(room.weightOf(file), room.most);
    taken += weight;
    const work = runFile(file, report, abort.signal, () => giveUp.refresh()).finally(() => {
      taken -= weight;
      running.delete(work);
    });
    running.add(work);
  };
  try {
    for (;;) {
      const next = waiting.findIndex(
        (file) => taken + Math.min(room.weightOf(file), room.most) <= room.most && !abort.signal.aborted,
      );
      if (next >= 0) for (const file of waiting.splice(next, 1)) start(file);
      else if (running.size > 0) await Promise.race(running);
      else return;
    }
  } finally {
    clearTimeout(giveUp);
  }
}

async function runFile(file: string, report: Report, signal: AbortSignal, alive: () => void): Promise<void> {
  const events = run({
    files: [file],
    isolation: 'process',
    timeout: fileTimeoutMs,
    signal,
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', import.meta.resolve('./steadySeed.ts')],
  });
  const results: { type: string; data: unknown }[] = [];
  for await (const event of events as AsyncIterable<{ type: string; data: unknown }>) {
    alive();
    // What a file writes may be for whoever waits.
    if (/^test:std(out|err)$/.test(event.type)) report.take(event);
    else results.push(event);
  }
  for (const result of results) report.take(result);
}
