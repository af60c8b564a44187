import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isLoopbackUrl } from './loopbackUrl.ts';

test('recognises all names and addresses of this machine', () => {
  for (const [url, own] of [
    ['http://localhost:3000', true],
    ['http://127.0.0.1', true],
    ['http://127.0.1.1:3000', true],
    ['http://[::1]:3000', true],
    ['https://localhost.example.com', false],
    ['http://127.0.0.1.example.com', false],
    ['http://10.0.0.1:3000', false],
    ['nonsense', false],
  ] as const)
    assert.equal(isLoopbackUrl(url), own, url);
});
