import assert from 'node:assert/strict';
import { test } from 'vitest';
import { rowsWithoutTest } from './heldBy.ts';
import { pageOf, tableOf } from './pages.ts';

const page = pageOf('docs/security.md');
const held = tableOf(page, 'security');
const exceptions = tableOf(page, 'security-exceptions');

test('every item of the security table names an existing test', () => {
  assert.ok(held.length > 40);
  assert.deepEqual(rowsWithoutTest(held), []);
});

test('every chapter of ASVS 5.0 has a test or an exception with a reason', () => {
  const chapterOf = ({ chapter = '' }: Record<string, string>) => Number(/^V(\d+) /.exec(chapter)?.[1]);
  const chapters = [...held, ...exceptions].map(chapterOf);
  for (let chapter = 1; chapter <= 17; chapter++) assert.ok(chapters.includes(chapter), `V${chapter}`);
  assert.deepEqual(
    held.map(chapterOf),
    held.map(chapterOf).toSorted((a, b) => a - b),
  );
  for (const { exception, reason } of exceptions) assert.ok(exception && reason, exception);
});
