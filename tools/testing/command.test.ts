import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '../..');

function npmTest(...args: string[]) {
  // Where nothing is found that a server could be: neither in the environment nor on a PATH.
  const { HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { HOME, NODE_COMPILE_CACHE, PATH: '' };
  const file = path.join(root, 'tools/test.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { env, encoding: 'utf8' });
  return { status, stderr, lines: stdout.trimEnd().split('\n') };
}

test('a file that needs no server is run without any, and the last line has the totals', () => {
  const { status, lines } = npmTest('proto/src/slotId.test.ts');
  assert.match(lines.at(-1) ?? '', /^\d+ passed, 0 failed$/);
  assert.equal(status, 0);
});

test('what is no request says so and fails, before anything starts', () => {
  const { status, stderr, lines } = npmTest('--fats');
  assert.match(stderr, /^venue-booking: Unknown option '--fats'/);
  assert.deepEqual([status, lines], [1, ['']]);
});

test('a name that no test has is a failure', () => {
  const { status, lines } = npmTest('proto/src/slotId.test.ts', '--test-name-pattern=/no such name/');
  assert.match(lines.join('\n'), /no test has such a name\n\n0 passed, 1 failed$/);
  assert.equal(status, 1);
});
