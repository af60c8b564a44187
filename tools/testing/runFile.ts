import { type EventData, run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Linger } from './linger.ts';
import type { Report } from './report.ts';

/** The longest waits for what heals a crash: a minute on an idle machine, several on a busy one. */
const fileTimeoutMs = 1_200_000;
const batchFile = fileURLToPath(import.meta.resolve('./batch.ts'));
const steadySeed = import.meta.resolve('./steadySeed.ts');
const onlyFast = import.meta.resolve('./onlyFast.ts');

/** Test files that run in one process, one after the other: a single one, or some fast ones. */
export interface Job {
  files: string[];
  isFast: boolean;
}

/** Around the run of a job. */
export interface Around {
  /** Ends it early. */
  signal: AbortSignal;
  /** Called whenever something happens. */
  alive(): void;
  /** How long it may take to end once all its tests have, on a machine that is not overloaded. */
  lingerMs: number;
  /** Only tests with such names, as `--test-name-pattern` has them. */
  namePatterns: string[];
}

type Event = { type: string; data: unknown };
type Result = EventData.TestFail & { entryFile?: string };

/**
 * Runs test files in a process of their own; reports a failure when it happens, and all that a file says once
 * it has ended.
 */
export async function runFile(job: Job, report: Report, around: Around): Promise<void> {
  const { files, isFast } = job;
  const overdue = new AbortController();
  const [entry, inBatch] = files.length > 1 ? [batchFile, true] : [files[0] as string, false];
  const preloads = isFast ? [steadySeed, onlyFast] : [steadySeed];
  const events = run({
    files: [entry],
    argv: inBatch ? files : [],
    isolation: 'process',
    timeout: fileTimeoutMs,
    signal: AbortSignal.any([around.signal, overdue.signal]),
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      ...preloads.flatMap((module) => ['--import', module]),
    ],
    ...(around.namePatterns?.length && { testNamePatterns: around.namePatterns }),
  }) as AsyncIterable<Event>;
  const left = new Set(files);
  let file = files[0] as string;
  const started = performance.now();
  let results: Event[] = [];
  /** What became of the process as a whole, if that is not what its tests say. */
  let ending: Event | undefined;
  const finishFile = (ms: number) => {
    left.delete(file);
    report.finish(file, results, ms / 1000);
    results = [];
  };
  const linger = new Linger(around.lingerMs, overdue);
  for await (const event of events) {
    around.alive();
    const data = event.data as Result;
    if (/^test:std(out|err)$/.test(event.type)) {
      // What a file writes may be for whoever waits.
      report.take({ type: event.type, data: { ...data, file } });
    } else if (data.name === entry) {
      if (/^test:(pass|fail)$/.test(event.type)) ending = event;
    } else {
      linger.watch(event.type);
      if (!inBatch) results.push(event);
      else if (data.nesting === 0 && left.has(data.name)) {
        // The suite that stands for a file.
        if (event.type === 'test:dequeue') file = data.name;
        if (!/^test:(pass|fail)$/.test(event.type)) continue;
        if (isOwnResult(event, results)) results.push(withFile(event, file, 0));
        // Its own clock: what it says may come late.
        finishFile(data.details.duration_ms);
      } else results.push(withFile(event, file, data.nesting - 1));
      if (event.type === 'test:fail') report.failNow(withFile(event, file, 0).data as Result);
    }
  }
  linger.end();
  const isOverdue = overdue.signal.aborted;
  const rest = [...left];
  if (!inBatch) {
    if (ending && !isOverdue) results.push(ending);
    finishFile(performance.now() - started);
  } else if (rest.length > 0 && !around.signal.aborted && !isOverdue) {
    // It ended in the midst of a file; which one it was is only sure when each has a process of its own.
    const { failed } = report.totals;
    for (const one of rest) await runFile({ files: [one], isFast }, report, around);
    if (report.totals.failed === failed)
      report.fail(
        namesOf(rest),
        'ended their process before their tests had, though not when run one by one',
      );
  } else if (ending && !isOverdue && isOwnResult(ending, [ending])) {
    report.fail(namesOf(files), (ending.data as Result).details.error);
  }
  if (isOverdue)
    report.fail(
      namesOf(files),
      `was ended, as it went on for ${linger.seconds} s after its last test: something is left open, such as a server`,
    );
}

const namesOf = (files: string[]): string =>
  files.length === 1
    ? (files[0] as string)
    : `one of ${files.length} files in one process: ${files.join(', ')}`;

/** Whether a file's result says more than its tests do: it failed for a reason of its own, or held none. */
function isOwnResult({ type, data }: Event, results: Event[]): boolean {
  if (type === 'test:pass') return !results.some((result) => /^test:(pass|fail)$/.test(result.type));
  const { error } = (data as Result).details;
  return (error as { failureType?: string }).failureType !== 'subtestsFailed';
}

/** An event as the file's own process would have told it. */
const withFile = ({ type, data }: Event, file: string, nesting: number): Event => ({
  type,
  data: {
    ...(data as Result),
    nesting,
    entryFile: file,
    ...((data as Result).name === file && { file }),
  },
});
