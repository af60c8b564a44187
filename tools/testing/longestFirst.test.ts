import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { longest, longestFirst } from './longestFirst.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('the longest files start first, the others stay in their order', () => {
  const names = ['a.test.ts', 'test/mail.test.ts', 'b.test.ts', 'test/paymentCrashes.test.ts'];
  const files = names.map((name) => path.join(root, name));
  assert.deepEqual(
    longestFirst(files, root).map((file) => path.relative(root, file)),
    [
      path.normalize('test/paymentCrashes.test.ts'),
      path.normalize('test/mail.test.ts'),
      'a.test.ts',
      'b.test.ts',
    ],
  );
});

test('every file of the list is there', () => {
  const missing = longest.filter((file) => !existsSync(path.join(root, file)));
  assert.deepEqual(missing, []);
});
