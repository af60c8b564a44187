import assert from 'node:assert/strict';
import { test } from 'vitest';
import { hasTest, rowsWithoutTest } from './heldBy.ts';
import { pageOf, tableOf } from './pages.ts';

test('every promise names an existing test', () => {
  const promises = tableOf(pageOf('docs/guarantees.md'), 'guarantees');
  assert.ok(promises.length > 40);
  assert.deepEqual(rowsWithoutTest(promises), []);
});

test('a title without a test is detected', () => {
  const source = `it('sells no place twice', () => {}); it(\`of \${service}: nothing lost\`, () => {});`;
  assert.ok(hasTest(source, 'sells no place twice'));
  assert.ok(hasTest(source, 'of …: nothing lost'));
  assert.equal(hasTest(source, 'sells no place'), false);
});
