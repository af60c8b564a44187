import { run } from 'node:test';
import type { Report } from './report.ts';

/** For one file: the longest kills processes and waits for what heals them, for about a minute on an idle machine, several on a busy one. */
const fileTimeoutMs = 1_200_000;
const silenceMs = 600_000;

/** Runs test files, each in a process of its own, and reports what they say; ends early when aborted. */
export async function runFiles(files: string[], concurrency: number, report: Report, abort: AbortController) {
  if (files.length === 0 || abort.signal.aborted) return;
  // A file whose tests are done but which never ends (an open connection, a timer) would hold up everything.
  const giveUp = setTimeout(() => {
    report.fail('a test file', `did not end: nothing happened for ${silenceMs / 1000} s after its last test`);
    abort.abort();
  }, silenceMs);
  try {
    const events = run({
      files,
      concurrency,
      isolation: 'process',
      timeout: fileTimeoutMs,
      signal: abort.signal,
      execArgv: ['--disable-warning=ExperimentalWarning', '--import', import.meta.resolve('./steadySeed.ts')],
    });
    for await (const event of events) {
      giveUp.refresh();
      report.take(event as { type: string; data: unknown });
    }
  } finally {
    clearTimeout(giveUp);
  }
}
