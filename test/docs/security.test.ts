import assert from 'node:assert/strict';
import { test } from 'vitest';
import { rowsWithoutTest } from './namedTests.ts';
import { pageOf, tableOf } from './pages.ts';

const page = pageOf('docs/security.md');
const items = tableOf(page, 'security');
const exceptions = tableOf(page, 'security-exceptions');

test('every item of the security table names an existing test', () => {
  assert.ok(items.length > 40);
  assert.deepEqual(rowsWithoutTest(items), []);
});

test('every chapter of ASVS 5.0 has a test or an exception with a reason', () => {
  const chapterOf = ({ chapter = '' }: Record<string, string>) => Number(/^V(\d+) /.exec(chapter)?.[1]);
  const chapters = [...items, ...exceptions].map(chapterOf);
  for (let chapter = 1; chapter <= 17; chapter++) assert.ok(chapters.includes(chapter), `V${chapter}`);
  assert.deepEqual(
    items.map(chapterOf),
    items.map(chapterOf).toSorted((a, b) => a - b),
  );
  for (const { exception, reason } of exceptions) assert.ok(exception && reason, exception);
});
