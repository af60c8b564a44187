import { writeFileSync } from 'node:fs';
import type { TestModule } from 'vitest/node';

/** Files whose failure is always a fault: a race that is lost once in a hundred runs is still lost. */
const AT_ONCE = /\braces?\b|Race|[mM]oney/;

/**
 * The failed files that may run a second time: those of browsers, servers and processes, which a busy machine
 * can delay. None if one of them is a fast test, or a test of races or money.
 */
export function filesForSecondAttempt(
  failed: readonly { file: string; project: string }[],
): readonly string[] {
  const final = failed.some(({ file, project }) => project === 'fast' || AT_ONCE.test(file));
  return final ? [] : failed.map(({ file }) => file);
}

/** Writes them to a file, a line each. */
export function writeSecondAttempt(list: string, failed: readonly TestModule[]): void {
  const files = failed.map((module) => ({ file: module.relativeModuleId, project: module.project.name }));
  writeFileSync(list, filesForSecondAttempt(files).join('\n'));
}
