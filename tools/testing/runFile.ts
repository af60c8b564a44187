import { type EventData, run } from 'node:test';
import type { Report } from './report.ts';

/**
 * The longest kills processes and waits for what heals them, for about a minute on an idle machine, several
 * on a busy one.
 */
const fileTimeoutMs = 1_200_000;

/** Around the run of a file. */
export interface Around {
  /** Ends it early. */
  signal: AbortSignal;
  /** Called whenever something happens. */
  alive(): void;
  /** How long it may take to end once all its tests have. */
  lingerMs: number;
}

type Event = { type: string; data: unknown };
type Test = EventData.TestEnqueue;

/** Runs a test file in a process of its own, and reports what it says once it has ended. */
export async function runFile(file: string, report: Report, { signal, alive, lingerMs }: Around) {
  const overdue = new AbortController();
  const events = run({
    files: [file],
    isolation: 'process',
    timeout: fileTimeoutMs,
    signal: AbortSignal.any([signal, overdue.signal]),
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', import.meta.resolve('./steadySeed.ts')],
  });
  const results: Event[] = [];
  let open = 0;
  let linger: NodeJS.Timeout | undefined;
  for await (const event of events as AsyncIterable<Event>) {
    alive();
    // What a file writes may be for whoever waits.
    if (/^test:std(out|err)$/.test(event.type)) {
      report.take(event);
      continue;
    }
    results.push(event);
    if ((event.data as Test).name === file) continue;
    if (event.type === 'test:enqueue') open++;
    if (event.type !== 'test:complete') continue;
    open--;
    clearTimeout(linger);
    // A connection, a server or a timer that is left open would keep it for ever, as after a test that failed
    // half-way.
    if (open === 0) linger = setTimeout(() => overdue.abort(), lingerMs);
  }
  clearTimeout(linger);
  const ofTests = results.filter(({ data }) => !overdue.signal.aborted || (data as Test).name !== file);
  for (const result of ofTests) report.take(result);
  if (overdue.signal.aborted)
    report.fail(
      file,
      `was ended, as it went on for ${lingerMs / 1000} s after its last test: something is left open, such as a server`,
    );
}
