import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const UNITS = 'ms|s|seconds|minutes|hours|days|kB|MB|characters|bookings|requests|files|times';
const WORDS = 'two|three|four|five|ten|twelve|twenty|twenty-four|thirty|sixty|a hundred';
/** A text that contains a limit, such as `at most 20 bookings`. */
const QUOTED = new RegExp(`(['"\`}])(?:(?!\\1).)*?\\b(\\d[\\d,.]* ?|(${WORDS}) )(${UNITS})\\b`, 'i');

/** Lines whose texts contain a limit as a literal number, except intervals in SQL. */
const limitsIn = (source: string): string[] =>
  source
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line) && !line.includes('interval '))
    // A string that is only an amount is a value, not a text.
    .filter((line) => QUOTED.test(line.replaceAll(/'\d+ ?\w+'/g, '')));

describe('limits quoted in texts', () => {
  it('come from constants in failures, the API, its description, settings and commands', () => {
    const files = globSync('{cli,domain,proto/src,services}/**/*.ts', { cwd: root }).filter(
      (file) => !/\btest|testing|\bgen\b|node_modules|\.test\.ts$|one-process.demo/.test(file),
    );
    assert.ok(files.length > 200);
    const found = files.flatMap((file) =>
      limitsIn(readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    );
    assert.deepEqual(found, []);
  });

  it('are detected when they are written as numbers or words', () => {
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
