import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { speaker, wording } from './wording.ts';

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

const root = path.join(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(vue|ts)$/.test(file) && !/wording|\.test\./.test(file))
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .join('\n');

test('has the same placeholders and plural forms in both languages', () => {
  for (const [key, [nl, en]] of Object.entries(wording)) {
    assert.deepEqual(placeholders(nl), placeholders(en), key);
    assert.equal(nl.split('|').length, en.split('|').length, key);
    assert.ok(nl.trim() && en.trim(), key);
  }
});

test('uses every text', () => {
  const unused = Object.keys(wording).filter((key) => !new RegExp(`'${key}'|\`${key}\``).test(sources));
  assert.deepEqual(unused, []);
});

test('fills in values and picks the plural form by the first of them', () => {
  const say = speaker('nl');
  assert.equal(say('step', { step: 1, steps: 3 }), 'Stap 1 van 3');
  assert.equal(say('timesFree', { count: 1, date: 'maandag' }), '1 tijd vrij op maandag.');
  assert.equal(say('timesFree', { count: 2, date: 'maandag' }), '2 tijden vrij op maandag.');
  assert.equal(speaker('en')('timesFree', { count: 0, date: 'Monday' }), '0 times available on Monday.');
});
