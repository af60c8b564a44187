import assert from 'node:assert/strict';
import { test } from 'vitest';
import { pageOf } from './pages.ts';
import { renewed } from './settingsTable.ts';

test('docs/settings.md has every setting of every service, as the schemas describe it', () => {
  const { text } = pageOf('docs/settings.md');
  assert.equal(text, renewed(text), 'renew it by `node test/docs/settingsTable.ts`');
});
