import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const UNITS = 'ms|s|seconds|minutes|hours|days|kB|MB|characters|bookings|requests|files|times';
const WORDS = 'two|three|four|five|ten|twelve|twenty|twenty-four|thirty|sixty|a hundred';
/** A text with a limit in it, `at most 20 bookings`; SQL has its own, `interval '30 seconds'`. */
const QUOTED = new RegExp(`(['"\`}])(?:(?!\\1).)*?\\b(\\d[\\d,.]* ?|(${WORDS}) )(${UNITS})\\b`, 'i');

/** Lines whose texts hold a limit as a number of their own. */
const limitsIn = (source: string): string[] =>
  source
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line) && !line.includes('interval '))
    // What is an amount and nothing else is a value, not a text.
    .filter((line) => QUOTED.test(line.replaceAll(/'\d+ ?\w+'/g, '')));

describe('a limit that a text quotes', () => {
  it('comes from the constant that it speaks of, in failures, the API, its description, settings and commands', () => {
    const files = globSync('{cli,proto/src,services}/**/*.ts', { cwd: root }).filter(
      (file) => !/\btest|testing|\bgen\b|node_modules|\.test\.ts$|one-process.demo/.test(file),
    );
    assert.ok(files.length > 200);
    const found = files.flatMap((file) =>
      limitsIn(readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    );
    assert.deepEqual(found, []);
  });

  it('would be found if it did not', () => {
    for (const line of [
      "does: 'For 24 hours it works',",
      '`Valid for ten minutes, not more`',
      "413: 'Over 64 kB',",
    ])
      assert.deepEqual(limitsIn(line), [line]);
    for (const line of [
      '`for $' + '{HOURS} hours`',
      "now() - interval '1 hour'",
      '// for 24 hours',
      "'32MB'",
    ])
      assert.deepEqual(limitsIn(line), []);
  });
});
