import assert from 'node:assert/strict';
import { test } from 'vitest';
import { pageOf } from './pages.ts';
import { renewed } from './settingsTable.ts';

test('docs/settings.md lists every setting of every service as its schema describes it', () => {
  const { text } = pageOf('docs/settings.md');
  assert.equal(text, renewed(text), 'update it with `node test/docs/settingsTable.ts`');
});
