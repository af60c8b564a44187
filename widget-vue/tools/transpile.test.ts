import assert from 'node:assert/strict';
import { test } from 'vitest';
import { transpile } from './transpile.ts';

test('transpiles a module to JavaScript and declarations, with its directive and comments', () => {
  const source = `'use client';\nimport { b } from './b.ts';\n/** Twice. */\nexport const twice = (a: number): number => a * b;\n`;
  const { code, types } = transpile(source, 'a.ts');
  assert.match(code, /^'use client';\nimport { b } from ["'].\/b\.js["'];/);
  assert.match(types, /\/\*\* Twice. \*\/\nexport declare const twice: \(a: number\) => number;/);
});

test('rejects an export without a type annotation, with a clear message', () => {
  assert.throws(() => transpile('export const made = make();', 'a.ts'), /^Error: a\.ts: .*type annotation/);
});
