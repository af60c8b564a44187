import assert from 'node:assert/strict';
import { test } from 'vitest';
import { escapeHtml } from './escapeHtml.ts';

test('escapes markup in text', () => {
  assert.equal(escapeHtml(`<b a="1" c='2'>&`), '&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;');
});
