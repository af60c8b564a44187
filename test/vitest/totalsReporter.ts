import type { Reporter, TestModule, TestRunEndReason, TestSuite, Vitest } from 'vitest/node';
import { writeSecondAttempt } from './secondAttempt.ts';

/** A run without any event for this long hangs: vitest cannot interrupt a loop that never yields. */
const SILENCE_MS = 1200_000;

/**
 * Prints `N passed, N failed` as the last line. A run without a single test fails, and so does one that hangs
 * or whose processes fail to stop.
 */
export default class TotalsReporter implements Reporter {
  readonly #running = new Set<string>();
  #watchdog: NodeJS.Timeout | undefined;
  /** Where `.ci/run` expects the names of failed files. */
  #secondAttempt: string | undefined;

  onInit(vitest: Vitest): void {
    this.#secondAttempt = process.env.SECOND_ATTEMPT;
    // A run that a test starts is not the one that `.ci/run` repeats.
    delete process.env.SECOND_ATTEMPT;
    vitest.onClose(() => {
      const errors = vitest.state.getUnhandledErrors();
      for (const error of errors) console.log('While stopping:', error);
      if (errors.length > 0) this.#print(`0 passed, ${errors.length} failed`, true);
    });
  }

  onTestModuleStart(module: TestModule): void {
    this.#running.add(module.relativeModuleId);
    this.onTestCaseResult();
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module.relativeModuleId);
    this.onTestCaseResult();
  }

  onTestCaseResult(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#giveUp(), SILENCE_MS);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    clearTimeout(this.#watchdog);
    const totals = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    const failedModules: TestModule[] = [];
    for (const module of modules) {
      const before = totals.failed;
      totals.failed += failuresOutsideTests(module);
      for (const suite of module.children.allSuites()) totals.failed += failuresOutsideTests(suite);
      for (const test of module.children.allTests()) totals[test.result().state]++;
      if (totals.failed > before) failedModules.push(module);
    }
    const runIsWhole = errors.length === 0 && totals.pending === 0 && reason !== 'interrupted';
    if (totals.pending > 0 || reason === 'interrupted') totals.failed++;
    if (this.#secondAttempt && runIsWhole) writeSecondAttempt(this.#secondAttempt, failedModules);
    if (totals.passed + totals.failed === 0) {
      console.log('No test ran: no file or no test has such a name.');
      totals.failed++;
    }
    const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
    this.#print(`${totals.passed} passed, ${totals.failed} failed${skipped}`, totals.failed > 0);
  }

  #print(line: string, failed: boolean): void {
    if (failed) process.exitCode = 1;
    console.log(`\n${line}`);
  }

  #giveUp(): void {
    console.log(`Nothing happened for ${SILENCE_MS / 1000} s in ${[...this.#running].join(', ')}.`);
    this.#print('0 passed, 1 failed', true);
    process.exit();
  }
}

/** Failed hooks and errors while a file was loaded; a failed test is counted itself. */
const failuresOutsideTests = (task: TestModule | TestSuite): number => (task.errors().length > 0 ? 1 : 0);
