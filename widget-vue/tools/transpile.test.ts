import assert from 'node:assert/strict';
import { test } from 'vitest';
import { transpile } from './transpile.ts';

test('a module comes as JavaScript and as declarations, its directive and its comments with it', () => {
  const source = `'use client';\nimport { b } from './b.ts';\n/** Twice. */\nexport const twice = (a: number): number => a * b;\n`;
  const { code, types } = transpile(source, 'a.ts');
  assert.match(code, /^'use client';\nimport { b } from ["'].\/b\.js["'];/);
  assert.match(types, /\/\*\* Twice. \*\/\nexport declare const twice: \(a: number\) => number;/);
});

test('what is exported without its type stops the build, in words', () => {
  assert.throws(() => transpile('export const made = make();', 'a.ts'), /^Error: a\.ts: .*type annotation/);
});
