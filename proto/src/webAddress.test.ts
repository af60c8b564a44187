import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { containsWebAddress, foreignLinkIn, hostsOf, webHostsIn, withInertLinks } from './webAddress.ts';

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

test('finds everything that mail programs turn into a link', () => {
  for (const text of addresses) assert.equal(containsWebAddress(text), true, text);
  for (const text of addresses) assert.equal(containsWebAddress(`Anna ${text}, Jansen`), true, text);
});

test('ignores names, however they are written', () => {
  for (const text of names) assert.equal(containsWebAddress(text), false, text);
});

test('finds no address in a text without a dot, @ or slash, and takes linear time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const harmless = text.normalize('NFKC').replace(/[.。@/]/gu, '');
      assert.equal(containsWebAddress(harmless), false);
      containsWebAddress(text);
    }),
  );
  // The maximum length of a name. Matching must not take quadratic time.
  for (const part of ['a.', 'a-', '-.', 'xn--', 'www.'.slice(0, 3)]) containsWebAddress(part.repeat(100));
});

test('returns the host as a browser parses it, and an empty one for ambiguous addresses', () => {
  const cases: [string, string[]][] = [
    ['See https://www.Garden.nl/parking.html?x=1#y and garden.nl.', ['garden.nl', 'garden.nl']],
    ['https://garden.nl:8443/x', ['garden.nl']],
    ['https://tuin-é.nl', ['xn--tuin--fsa.nl']],
    ['www.garden.example', ['garden.example']],
    ['https://garden.nl@evil.com/', ['']],
    ['https://garden.nl\\@evil.com', ['']],
    ['https://%65vil.com', ['']],
    ['ftp://garden.nl', ['']],
    ['https://garden.nl/?next=https://evil.com', ['garden.nl', 'evil.com']],
    ['evil.com:https://garden.nl', ['evil.com', 'garden.nl']],
    ['evil.com/www.garden.nl', ['evil.com', 'garden.nl']],
    ['evil.example/www.garden.nl', ['evil.example', 'garden.nl']],
    ['evil.com/https://garden.nl', ['evil.com', 'garden.nl']],
    ['evil.com/xhttps://garden.nl', ['evil.com', '']],
    ['www.garden.nl.evil.com www.garden.nl:80@evil.com', ['garden.nl.evil.com', '']],
    ['https://garden.nl/“evil.com”', ['garden.nl', 'evil.com']],
    ['https://garden.nl/x—evil.com', ['garden.nl', 'evil.com']],
    ['https://garden.nl,https://evil.com', ['garden.nl', 'evil.com']],
    ['https://', ['']],
    ['info@garden.nl', []],
    ['Call us before 9.00, i.v.m. parking', []],
  ];
  for (const [text, hosts] of cases) assert.deepEqual(webHostsIn(text), hosts, text);
});

test('finds the first link to another host as written', () => {
  const own = hostsOf(['garden.nl', 'https://www.book.example', 'not a host']);
  assert.deepEqual(own, ['garden.nl', 'book.example']);
  assert.equal(foreignLinkIn('https://garden.nl/a (book.example/x) www.garden.nl', own), null);
  assert.equal(foreignLinkIn('Go to (Evil.com), now', own), 'Evil.com');
  assert.equal(foreignLinkIn('x.garden.nl', own), 'x.garden.nl');
});

test('mail programs make no links of inert links, and the text stays readable', () => {
  const own = ['garden.nl'];
  assert.equal(
    withInertLinks('See https://evil.com/a.b or\nwww.garden.nl (evil.nl)!', own),
    'See https: //evil. com/a. b or\nwww.garden.nl (evil. nl)!',
  );
  assert.equal(withInertLinks('evil\u200b.com ｅｖｉｌ．ｃｏｍ', own), 'evil. com evil. com');
  for (const text of addresses) assert.equal(containsWebAddress(withInertLinks(text, [])), false, text);
  for (const text of names) assert.equal(withInertLinks(text, []), text);
  const near = fc.string({ unit: fc.constantFrom(...'aw1.:/@ ,\n-\u200b．。nlcom'), maxLength: 60 });
  fc.assert(
    fc.property(fc.oneof(near, fc.string({ unit: 'grapheme' })), (text) => {
      const inert = withInertLinks(text, own);
      assert.equal(foreignLinkIn(inert, own), null, inert);
    }),
  );
});
