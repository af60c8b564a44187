import type { Report } from './report.ts';
import { runFile } from './runFile.ts';

const silenceMs = 600_000;

/**
 * How much may run at once, how much of that a file takes, and how long one may go on after its last test.
 */
export interface Room {
  most: number;
  weightOf(file: string): number;
  lingerMs: number;
}

/**
 * Runs test files, each in a process of its own, and reports what they say, a file at a time; ends early when
 * aborted. The first of those that wait which there is room for is the next.
 */
export async function runFiles(files: string[], room: Room, report: Report, abort: AbortController) {
  // The last resort: for a test that waits for ever.
  const giveUp = setTimeout(() => {
    report.fail('a test file', `did not end: nothing happened for ${silenceMs / 1000} s`);
    abort.abort();
  }, silenceMs);
  const around = { signal: abort.signal, alive: () => void giveUp.refresh(), lingerMs: room.lingerMs };
  const waiting = [...files];
  const running = new Set<Promise<void>>();
  let taken = 0;
  const start = (file: string) => {
    const weight = Math.min(room.weightOf(file), room.most);
    taken += weight;
    const work = runFile(file, report, around).finally(() => {
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
