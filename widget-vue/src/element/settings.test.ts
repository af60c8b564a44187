import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Host } from './settings.ts';

const define = (name: string, descriptor: PropertyDescriptor) =>
  Object.defineProperty(globalThis, name, { configurable: true, ...descriptor });
const PAGE = 'https://x.example/book';
define('document', {
  value: { baseURI: PAGE, currentScript: null, querySelector: () => null, createElement: () => ({}) },
});
define('location', { value: { href: PAGE } });
const { localeOf, settingsOf, themeOf } = await import('./settings.ts');
const { texts } = await import('../texts/wording.ts');

const redirectOf = (redirect?: string) =>
  settingsOf({ redirect, matches: () => false } as unknown as Host).redirect;

test('returns guests to the named page or to this one, unless this one could not show their booking', () => {
  define('localStorage', { value: { getItem: () => null } });
  assert.equal(redirectOf(), PAGE);
  assert.equal(redirectOf('/thanks'), 'https://x.example/thanks');
  assert.equal(redirectOf('https://'), '');
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  for (const nothingKept of [{ value: null }, { get: refuse }]) {
    define('localStorage', nothingKept);
    assert.equal(redirectOf(), '');
    assert.equal(redirectOf('/thanks'), 'https://x.example/thanks');
  }
});

test('takes the language of the attribute, or of the page, with any region', () => {
  const of = (locale: string | undefined, lang = '') =>
    localeOf({ locale, matches: (selector: string) => selector === `:lang(${lang})` } as Host);
  const wanted = { nl: 'nl', en: 'en', 'en-GB': 'en', 'de-AT': 'de', de_CH: 'de', FR: 'fr', it: 'nl' };
  for (const [locale, shown] of Object.entries(wanted)) assert.equal(of(locale, 'en'), shown, locale);
  for (const lang of ['nl', 'en', 'de', 'fr']) assert.equal(of(undefined, lang), lang);
  assert.equal(of(undefined, 'it'), 'nl');
  texts.de = null;
  assert.equal(of('de'), 'en', 'its texts could not be loaded');
  delete texts.de;
});

test('takes colour and corners from the attributes, or else from the venue’s brand', () => {
  define('CSS', { value: { supports: (_: string, colour: string) => /^#?[a-z0-9]+$/.test(colour) } });
  const brand = { accent: '#ffd400', radius: 4 };
  assert.deepEqual(themeOf({}, brand), { '--brand-accent': '#ffd400', '--brand-radius': '4px' });
  assert.deepEqual(themeOf({ accent: 'teal', radius: '99' }, brand), {
    '--vb-accent': 'teal',
    '--vb-radius': '40px',
    '--brand-accent': '#ffd400',
    '--brand-radius': '4px',
  });
  assert.deepEqual(themeOf({ accent: 'red;}', radius: 'wide' }, { accent: null, radius: null }), {});
  assert.deepEqual(themeOf({}), {}, 'a server of the previous release sends no brand');
});
