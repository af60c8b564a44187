import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { codeIn, pageOf, root, tableOf } from './pages.ts';

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a file has a test or group of this title; `…` stands for what it takes from elsewhere. */
function hasTest(source: string, title: string): boolean {
  const pattern = title.split('…').map(escaped).join('\\$\\{[^}]*\\}');
  return new RegExp(`(?:test|it|describe)\\(\\s*(['"\`])${pattern}\\1`).test(source);
}

test('every promise names a test that there is', () => {
  const promises = tableOf(pageOf('docs/guarantees.md'), 'guarantees');
  assert.ok(promises.length > 40);
  const unheld = promises.filter(({ 'held by': cell = '', test: title = '' }) => {
    const file = path.join(root, codeIn(cell)[0] ?? '');
    return !existsSync(file) || !hasTest(readFileSync(file, 'utf8'), title);
  });
  assert.deepEqual(unheld, []);
});

test('a title that no test has is found', () => {
  const source = `it('sells no place twice', () => {}); it(\`of \${service}: nothing lost\`, () => {});`;
  assert.ok(hasTest(source, 'sells no place twice'));
  assert.ok(hasTest(source, 'of …: nothing lost'));
  assert.equal(hasTest(source, 'sells no place'), false);
});
