import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { auditCalls as deCalls } from './de/auditCalls.ts';
import { bookingImport as deImport } from './de/bookingImport.ts';
import { venueExport as deExport } from './de/venueExport.ts';
import { de } from './de.ts';
import { auditCalls as enCalls } from './en/auditCalls.ts';
import { bookingImport as enImport } from './en/bookingImport.ts';
import { venueExport as enExport } from './en/venueExport.ts';
import { en } from './en.ts';
import { auditCalls as frCalls } from './fr/auditCalls.ts';
import { bookingImport as frImport } from './fr/bookingImport.ts';
import { venueExport as frExport } from './fr/venueExport.ts';
import { fr } from './fr.ts';
import { auditCalls as nlCalls } from './nl/auditCalls.ts';
import { bookingImport as nlImport } from './nl/bookingImport.ts';
import { venueExport as nlExport } from './nl/venueExport.ts';
import { nl } from './nl.ts';

/** With the texts that only the audit log, the import and the export load. */
const languages = {
  en: { ...en, auditCalls: enCalls, bookingImport: enImport, venueExport: enExport },
  nl: { ...nl, auditCalls: nlCalls, bookingImport: nlImport, venueExport: nlExport },
  de: { ...de, auditCalls: deCalls, bookingImport: deImport, venueExport: deExport },
  fr: { ...fr, auditCalls: frCalls, bookingImport: frImport, venueExport: frExport },
};
type Language = keyof typeof languages;
type Text = string | ((...values: never[]) => string);

/** All texts of a language by their path, such as `today.reason.full`. */
function textsOf(texts: object, path = ''): [path: string, text: Text][] {
  return Object.entries(texts).flatMap(([key, text]): [string, Text][] => {
    const at = path ? `${path}.${key}` : key;
    return typeof text === 'object' ? textsOf(text, at) : [[at, text]];
  });
}

/** Values for the parameters of a text: numbers, and names that can be found in the result. */
const VALUES = [0, 1, 2, 5].map((count) => [count, count, count]);
const NAMES = ['⟦a⟧', '⟦b⟧', '⟦c⟧'];
/** Values of texts that take others. */
const OTHER_VALUES: Record<string, (object | number | string)[]> = {
  'openingDays.fromEaster': [-2, 39],
  'languages.intro': ['⟦a⟧'],
  'languages.mailsMore': ['⟦a⟧'],
  'checkIn.doubleOf': [
    { day: '⟦a⟧', time: '⟦b⟧', device: '⟦c⟧' },
    { day: '', time: '⟦b⟧', device: null },
  ],
};

/** A text, or the results of its function for each kind of value. */
function sayings(path: string, text: Text): string[] {
  if (typeof text === 'string') return [text];
  const others = OTHER_VALUES[path];
  if (others) return others.map((value) => String(text(value as never)));
  return [...VALUES, NAMES].map((values) => String(text(...(values as never[]))));
}

const english = new Map(textsOf(languages.en));
const others = (['nl', 'de', 'fr'] as const).map((language) => ({
  language,
  texts: new Map(textsOf(languages[language])),
}));

/** Texts that a language has in common with English. */
const SAME = {
  nl: `:, Account, Admin, Effect, E-mail, Extra, Filters, Instagram, Live, Logo, Mail, Maximum, Menu, Minimum, No-show, No-shows, Open,
    Passkeys, Platform, platform, Poster (PDF), Poster (SVG), Privacy, Restaurant, Sauna, Status, Support, Team, Test, Ticket, Token, Tokens, Type, URL, Webhooks,
    Websites, Week, Widget`,
  de: `:, Admin, Check-in, Domains, Extra, Extras, Instagram, Live, Logo, Maximum, Minimum, Name, Option, Passkeys, Restaurant, Sauna, Status, Support, Team,
    Test, Text, Ticket, Token, Tokens, URL, Webhooks, Websites, Widget`,
  fr: `Action, Actions, Active, Admin, Check-in, Confirmation, Date, Description, E-mail, Excel, France, Images, Inactive, Instagram, Logo,
    Maximum, Menu, Minimum, No-show, No-shows, Note, Page, Places, QR code (SVG), Question, Restaurant, Sauna, Secret, Services, Stock, Support,
    Test, Total, Type, URL, Webhooks, Widget`,
};

describe('texts of the dashboard', () => {
  it('exist in each language', () => {
    for (const { language, texts } of others)
      assert.deepEqual([...texts.keys()].sort(), [...english.keys()].sort(), language);
  });

  it('are translated', () => {
    for (const { language, texts } of others) {
      const same = SAME[language].split(/,\s+/);
      const untranslated = [...texts].filter(
        ([path, text]) => typeof text === 'string' && text === english.get(path) && !same.includes(text),
      );
      assert.deepEqual(
        untranslated.map(([path, text]) => `${path}: ${text}`),
        [],
        language,
      );
    }
  });

  it('name the same values as the English text', () => {
    const valuesIn = (said: string) => [...new Set(said.match(/⟦\w⟧|[$€]\d/g))].sort().join(' ');
    for (const { language, texts } of others)
      for (const [path, text] of texts) {
        const original = english.get(path) ?? '';
        const expected = sayings(path, original).map(valuesIn);
        assert.deepEqual(sayings(path, text).map(valuesIn), expected, `${language}: ${path}`);
      }
  });

  it('contain no empty values', () => {
    for (const [language, texts] of Object.entries(languages))
      for (const [path, text] of textsOf(texts))
        for (const said of sayings(path, text)) {
          assert.notEqual(said.trim(), '', `${language}: ${path}`);
          assert.doesNotMatch(said, /undefined|NaN|\[object|\$\{| {2}/, `${language}: ${path}`);
        }
  });

  /** Words of another term than the vocabulary in CONTRIBUTING.md, or of the other form of address. */
  const FORBIDDEN: Record<Language, string[]> = {
    en: ['customers?', 'timetable', 'give back', 'quota'],
    nl: ['u', 'uw', 'klant(en)?', 'degene', 'hetgeen', 'reservering(en)?', 'aub'],
    de: [
      'du',
      'dein\\w*',
      'dich',
      'dir',
      'Kunden?',
      'Reservierung\\w*',
      'Einrichtung(en)?',
      'Standort\\w*',
      'Slots?',
    ],
    fr: ['tu', 'ton', 'ta', 'tes', 'toi', 'mails?', 'email', 'équipement'],
  };
  for (const [language, words] of Object.entries(FORBIDDEN) as [Language, string[]][])
    it(`use the words of the vocabulary, and typographic quotes (${language})`, () => {
      const forbidden = new RegExp(`(?<![\\p{L}-])(${words.join('|')})(?!\\p{L})|["']`, 'iu');
      const slips = textsOf(languages[language]).flatMap(([path, text]) =>
        sayings(path, text)
          .filter((said) => forbidden.test(said))
          .map((said) => `${path}: ${said}`),
      );
      assert.deepEqual(slips, []);
    });

  it('have a no-break space before French punctuation', () => {
    for (const [path, text] of textsOf(fr))
      for (const said of sayings(path, text)) {
        assert.doesNotMatch(said, / [:;!?%»]|« /, `${path}: a line must not break there`);
        assert.doesNotMatch(said, /[\p{L}\d⟧][;!?»%]|«\S/u, `${path}: a space is missing`);
      }
  });
});
