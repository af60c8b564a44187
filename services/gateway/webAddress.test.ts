import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { holdsWebAddress } from './webAddress.ts';

const addresses = [
  'https://evil.example/x',
  'Win http://1.2.3.4 now',
  'ftp://x',
  'www.evil.example',
  'Klik: www2.evil.example!',
  'evil.com',
  'Evil.Com',
  'EVIL.SHOP',
  'Gratis geld op evil.top',
  'bit.ly',
  't.co/abc',
  'evil.example/abc',
  'sub.evil.nl.',
  '(evil.de)',
  'evil.xn--p1ai',
  'ｅｖｉｌ．ｃｏｍ',
  'evil。com',
  'evil\u200b.com',
  'evil\ufe0f.com',
  'evil\u034f.com',
  'evil.sbs',
  'evil.click',
];

const names = [
  'Anna Jansen',
  'J.P. van Dijk',
  'J.P.de Vries',
  'P.de Wit',
  'Dr.Li',
  'Mr. Ng',
  'St.Maarten',
  'Th.Bakker',
  'M.J.P.Bakker-O’Neill',
  'Jan en Piet / Klaas',
  'A.Berg',
  'Company Inc.',
  'Bakkerij De Vries & Zn.',
  'Zoë “de baas” van der Berg...',
  'no. 5',
  'Team 3.0',
  '1.2',
  'Mat @ work',
  'Anna <anna@example.com>',
  'www',
  'Renée d’Arc',
  'عمر بن الخطاب',
  '山田太郎。',
];

test('what a mail program makes a link of is an address', () => {
  for (const text of addresses) assert.equal(holdsWebAddress(text), true, text);
  for (const text of addresses) assert.equal(holdsWebAddress(`Anna ${text}, Jansen`), true, text);
});

test('names are none, however they are written', () => {
  for (const text of names) assert.equal(holdsWebAddress(text), false, text);
});

test('a text without a dot, @ or slash is never an address, and no text takes long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const harmless = text.normalize('NFKC').replace(/[.。@/]/gu, '');
      assert.equal(holdsWebAddress(harmless), false);
      holdsWebAddress(text);
    }),
  );
  // As long as a name may be: what is tried for each character must not be tried for all before it.
  for (const part of ['a.', 'a-', '-.', 'xn--', 'www.'.slice(0, 3)]) holdsWebAddress(part.repeat(100));
});
