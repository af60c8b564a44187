import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { de } from './languages/de.ts';
import { en } from './languages/en.ts';
import { fr } from './languages/fr.ts';
import { nl } from './languages/nl.ts';
import { locales, nameIn, speaker, type Text, texts } from './wording.ts';

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

const root = path.join(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(vue|ts)$/.test(file) && !/languages|\.test\./.test(file))
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .join('\n');

const languages = { nl, en, de, fr };

test('has every text in every language, with the same placeholders and plural forms', () => {
  assert.deepEqual(Object.keys(languages), [...locales]);
  for (const [locale, texts] of Object.entries(languages)) {
    assert.deepEqual(Object.keys(texts), Object.keys(nl), `${locale}: missing texts, or another order`);
    for (const [key, text] of Object.entries(texts) as [Text, string][]) {
      assert.deepEqual(placeholders(text), placeholders(nl[key]), `${locale}: ${key}`);
      assert.equal(text.split('|').length, nl[key].split('|').length, `${locale}: ${key}`);
      assert.ok(text.trim(), `${locale}: ${key}`);
    }
  }
});

test('puts the spaces and apostrophes of French typography', () => {
  for (const [key, text] of Object.entries(fr)) {
    assert.doesNotMatch(text, /[^\u202f][?!;%]|[^\u00a0]:|'/, key);
    assert.doesNotMatch(text, /(?<!\p{L})(tu|te|ton|ta|tes|toi)(?!\p{L})/iu, key);
  }
});

test('addresses German guests formally', () => {
  for (const [key, text] of Object.entries(de)) assert.doesNotMatch(text, /\b(du|dich|dir|deine?)\b/i, key);
});

test('uses every text', () => {
  const unused = Object.keys(nl).filter((key) => !new RegExp(`'${key}'|\`${key}\``).test(sources));
  assert.deepEqual(unused, []);
});

test('fills in values and picks the plural form by the first of them', () => {
  const say = speaker('nl');
  assert.equal(say('step', { step: 1, steps: 3 }), 'Stap 1 van 3');
  assert.equal(say('timesFree', { count: 1, date: 'maandag' }), '1 tijd vrij op maandag.');
  assert.equal(say('timesFree', { count: 2, date: 'maandag' }), '2 tijden vrij op maandag.');
  assert.equal(speaker('en')('timesFree', { count: 0, date: 'Monday' }), '0 times available on Monday.');
});

test('treats zero as singular in French', () => {
  texts.fr = fr;
  const say = speaker('fr');
  assert.equal(say('shared', { count: 0 }), 'partagé, 0\u00a0place');
  assert.equal(say('shared', { count: 2 }), 'partagé, 2\u00a0places');
  delete texts.fr;
  assert.equal(speaker('fr')('back'), 'Back');
});

test('falls back to the English name of a venue that has not translated it', () => {
  assert.equal(nameIn('de', { nl: 'Volwassenen', en: 'Adults', de: 'Erwachsene' }), 'Erwachsene');
  assert.equal(nameIn('fr', { nl: 'Volwassenen', en: 'Adults' }), 'Adults');
});
