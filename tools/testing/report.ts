import path from 'node:path';
import type { EventData } from 'node:test';
import { inspect } from 'node:util';

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

interface Failure {
  file: string;
  names: string[];
  error: unknown;
}

// The file that was run; a test may be written in another one that it imports. Older Nodes don't tell.
type Result = (EventData.TestPass | EventData.TestFail) & { entryFile?: string };

/** How many of the slowest files are named at the end. */
const slowest = 10;

/**
 * Counts what the test runner reports, shows it a file at a time, a failure at once, and lists the failures
 * at the end. A test with subtests and a suite are not counted themselves, unless they fail for a reason of
 * their own.
 */
export class Report {
  readonly totals: Totals = { passed: 0, failed: 0, skipped: 0 };
  /** How long each file took that ran to its end without a failure, in seconds. */
  readonly seconds = new Map<string, number>();
  readonly #print: (line: string) => void;
  readonly #root: string;
  readonly #mayBeEmpty: boolean;
  readonly #failures: Failure[] = [];
  // What a test file wrote is only of interest when it fails.
  readonly #output = new Map<string, string>();
  #heading = '';
  #lastNesting = 0;
  // The suites and tests that are open, outermost first.
  readonly #open: string[] = [];

  /** @param mayBeEmpty whether a file without a test is none that says so: only some tests were asked for */
  constructor(root: string, print: (line: string) => void, { mayBeEmpty = false } = {}) {
    this.#root = root;
    this.#print = print;
    this.#mayBeEmpty = mayBeEmpty;
  }

  /** Takes in all that the runner said of a file. */
  finish(file: string, events: { type: string; data: unknown }[], seconds: number): void {
    const failed = this.totals.failed;
    for (const event of events) this.take(event);
    if (this.totals.failed === failed) this.seconds.set(file, seconds);
  }

  /** Shows a failure as soon as it is known; it is counted with its file. */
  failNow(data: EventData.TestFail): void {
    if (!countsAsFailure(data)) return;
    this.#heading = '';
    this.#print(`\n✖ ${this.#relative(entryFileOf(data))} › ${data.name}`);
    this.#print(indent(describe(reasonOf(data))));
  }

  /** Says what is taking long. */
  tellRunning(names: string[]): void {
    if (names.length > 0) this.#print(`\nStill running: ${names.join(', ')} …`);
    this.#heading = '';
  }

  /** What files that run together are called. */
  nameOf([file = '', ...others]: string[]): string {
    const name = this.#relative(file);
    return others.length > 0 ? `${name} and ${others.length} more` : name;
  }

  /** Takes in one event of the runner. */
  take(event: { type: string; data: unknown }): void {
    if (event.type === 'test:start') {
      const { name, nesting } = event.data as EventData.TestStart;
      this.#open.splice(nesting, Number.POSITIVE_INFINITY, name);
    }
    if (event.type === 'test:pass') this.#takePass(event.data as EventData.TestPass);
    if (event.type === 'test:fail') this.#takeFail(event.data as EventData.TestFail);
    if (event.type === 'test:stdout' || event.type === 'test:stderr') {
      const { file = '', message } = event.data as EventData.TestStdout;
      this.#output.set(file, `${this.#output.get(file) ?? ''}${message}`.slice(-20_000));
      // But whoever waits for something to be fetched or built is told so.
      if (event.type === 'test:stderr') for (const line of message.match(/^.* …$/gm) ?? []) this.#print(line);
    }
  }

  /** Adds a failure that no test reported. */
  fail(file: string, error: unknown): void {
    this.totals.failed++;
    this.#failures.push({ file, names: [], error });
  }

  /** Prints the failures, and as the very last line the totals. */
  end(): void {
    this.#printSlowest();
    if (this.#failures.length > 0) this.#print('\nFailures:');
    let number = 0;
    for (const { file, names, error } of this.#failures) {
      this.#print(`\n${++number}) ${[this.#relative(file), ...names].join(' › ')}`);
      this.#print(indent(describe(error)));
    }
    for (const file of new Set(this.#failures.map((failure) => failure.file))) {
      const output = this.#output.get(file)?.trimEnd();
      if (output) this.#print(`\nWhat ${this.#relative(file)} wrote:\n${indent(output)}`);
    }
    const { passed, failed, skipped } = this.totals;
    this.#print(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  }

  #takePass(data: EventData.TestPass): void {
    // A test's own subtests come just before it.
    const parent = this.#lastNesting > data.nesting;
    this.#lastNesting = data.nesting;
    // The runner reports a file only when it held no test of its own: nothing was checked there.
    if (data.name === data.file) {
      if (this.#mayBeEmpty) return;
      this.#line('✖', data);
      this.fail(data.name, 'holds no test');
      return;
    }
    if (parent || data.details.type === 'suite') return;
    const skipped = isSet(data.skip) || isSet(data.todo);
    this.totals[skipped ? 'skipped' : 'passed']++;
    this.#line(skipped ? '-' : '✔', data);
  }

  #takeFail(data: EventData.TestFail): void {
    this.#lastNesting = data.nesting;
    if (isSet(data.todo)) {
      this.totals.skipped++;
      this.#line('-', data);
      return;
    }
    if (!countsAsFailure(data)) return;
    this.totals.failed++;
    this.#line('✖', data);
    const names = data.name === data.file ? [] : [...this.#open.slice(0, data.nesting), data.name];
    this.#failures.push({ file: entryFileOf(data), names, error: reasonOf(data) });
  }

  #printSlowest(): void {
    if (this.seconds.size <= slowest) return;
    this.#print('\nThe slowest files:');
    const files = [...this.seconds].toSorted(([, a], [, b]) => b - a).slice(0, slowest);
    for (const [file, seconds] of files) this.#print(`  ${seconds.toFixed(1)} s ${this.#relative(file)}`);
  }

  #line(mark: string, data: Result): void {
    const heading = [this.#relative(entryFileOf(data)), ...this.#open.slice(0, data.nesting)].join(' › ');
    if (heading !== this.#heading) this.#print(`\n${heading}`);
    this.#heading = heading;
    const name = data.name === data.file ? 'the file itself' : data.name;
    const took =
      data.details.duration_ms >= 100 ? ` (${(data.details.duration_ms / 1000).toFixed(1)} s)` : '';
    this.#print(`  ${mark} ${name}${took}`);
  }

  #relative(file: string): string {
    return path.isAbsolute(file) ? path.relative(this.#root, file) : file;
  }
}

const entryFileOf = (data: Result): string => data.entryFile ?? data.file ?? data.name;

/** Why a test failed; of a file, how its process ended. */
function reasonOf({ name, file, details }: EventData.TestFail): unknown {
  const { cause, exitCode, signal } = details.error as Error & { exitCode?: number; signal?: string };
  if (name === file && (signal || exitCode)) return `${cause} (${signal ?? `exit code ${exitCode}`})`;
  return cause ?? details.error;
}

// A suite or test around others fails with them.
const countsAsFailure = ({ details, todo }: EventData.TestFail): boolean =>
  !isSet(todo) && (details.error as { failureType?: string }).failureType !== 'subtestsFailed';

// `skip` and `todo` are absent, true, or the reason.
const isSet = (value: string | boolean | undefined): boolean => value !== undefined && value !== false;

const describe = (error: unknown): string =>
  typeof error === 'string' ? error : inspect(error, { depth: 4 });

const indent = (text: string): string => text.replaceAll(/^/gm, '   ');
