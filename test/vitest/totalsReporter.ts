import type { Reporter, TestModule, TestRunEndReason, TestSuite } from 'vitest/node';

/** A run without any event for this long hangs: vitest cannot interrupt a loop that never yields. */
const SILENCE_MS = 900_000;

/**
 * Prints `N passed, N failed` as the last line. A run without a single test fails, and so does one that
 * hangs.
 */
export default class TotalsReporter implements Reporter {
  readonly #running = new Set<string>();
  #watchdog: NodeJS.Timeout | undefined;

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
    for (const module of modules) {
      totals.failed += failuresOutsideTests(module);
      for (const suite of module.children.allSuites()) totals.failed += failuresOutsideTests(suite);
      for (const test of module.children.allTests()) totals[test.result().state]++;
    }
    if (totals.pending > 0 || reason === 'interrupted') totals.failed++;
    if (totals.passed + totals.failed === 0) {
      console.log('No test ran: no file or no test has such a name.');
      totals.failed++;
    }
    if (totals.failed > 0) process.exitCode = 1;
    const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
    console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`);
  }

  #giveUp(): void {
    console.error(`Nothing happened for ${SILENCE_MS / 1000} s in ${[...this.#running].join(', ')}.`);
    console.log('\n0 passed, 1 failed');
    process.exit(1);
  }
}

/** Failed hooks and errors while a file was loaded; a failed test is counted itself. */
const failuresOutsideTests = (task: TestModule | TestSuite): number => (task.errors().length > 0 ? 1 : 0);
