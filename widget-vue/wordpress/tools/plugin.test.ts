import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import gettext from 'gettext-parser';
import { describe, it } from 'vitest';
import { templateOf, translationOf } from './catalogue.ts';
import { languages, packPlugin } from './packPlugin.ts';
import { parsePhp } from './phpSyntax.ts';
import { pluginFiles, readPlugin } from './pluginFiles.ts';
import { headerOf, type Text, textsOf } from './texts.ts';

/** One line for each kind of syntax that is newer than PHP 7.4. */
const newer = {
  'a match': '$a = match ($b) { 1 => 2, default => 3 };',
  'a nullsafe call': '$a = $b?->c();',
  'a nullsafe property': '$a = $b?->c;',
  'a named argument': 'f(a: 1);',
  'a promoted parameter': 'class A { function __construct(public $a) {} }',
  'a union of types': 'function f(int|string $a) {}',
  'a type of a static return': 'class A { function f(): static {} }',
  'a mixed type': 'function f(mixed $a) {}',
  'a throw in an expression': '$a = $b ?? throw new E();',
  'a catch without a variable': 'try { f(); } catch (E) {}',
  'a comma after the last parameter': 'function f($a,) {}',
  'a class of an object': '$a = $b::class;',
  'an enum': 'enum A { case B; }',
  'a readonly property': 'class A { public readonly int $a; }',
  'an intersection of types': 'function f(A&B $a) {}',
  'a never type': 'function f(): never {}',
  'a callable made by dots': '$a = strlen(...);',
  'a new in a default': 'function f($a = new A()) {}',
  'a final constant': 'class A { final const B = 1; }',
};

describe('the WordPress plugin', () => {
  it('uses only PHP syntax of version 7.4', () => {
    for (const file of pluginFiles('php')) assert.doesNotThrow(() => parsePhp(readPlugin(file), file), file);
    // Syntax that is new in 7.4 is accepted.
    parsePhp('<?php class A { public ?int $a = 1; } $f = fn($x) => [...$x]; $a ??= 1;', 'new.php');
    for (const [what, code] of Object.entries(newer))
      assert.throws(() => parsePhp(`<?php\n${code}`, 'newer.php'), `${what} would be accepted`);
  });

  it('guards every PHP file against direct access', () => {
    for (const file of pluginFiles('php'))
      assert.match(
        readPlugin(file),
        /if \( ! defined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \) \) \{\n\texit;/,
        file,
      );
  });

  it('has every text in the template, and no obsolete text', () => {
    assert.ok(textsOf().length > 50);
    const template = readPlugin('languages/venue-booking.pot');
    assert.equal(template, templateOf(textsOf()), 'npm run build:wordpress -- --texts updates it');
  });

  for (const language of languages)
    it(`has every text in ${language}, with the same placeholders`, () => {
      const keys = (all: Pick<Text, 'context' | 'msgid'>[]) =>
        all.map(({ context, msgid }) => `${context}|${msgid}`).sort();
      const { translations } = translationOf(language);
      const entries = Object.values(translations).flatMap((byText) => Object.values(byText));
      const translated = entries.filter(({ msgid }) => msgid !== '');
      assert.deepEqual(
        keys(translated.map(({ msgctxt = '', msgid }) => ({ context: msgctxt, msgid }))),
        keys(textsOf()),
      );
      const placeholders = (text: string) => text.match(/%(\d\$)?[sd]|https?:\S+|\[venue\]/g)?.length;
      for (const { msgid, msgstr } of translated) {
        assert.ok(msgstr[0], `${msgid} is not translated`);
        assert.equal(placeholders(msgstr[0]), placeholders(msgid), msgid);
        // French puts a space before these signs, which must not break.
        if (language === 'fr_FR') assert.doesNotMatch(msgstr[0], / [:;!?»]|« |'/, msgid);
      }
    });

  it('has the widget’s version everywhere', () => {
    const { version } = JSON.parse(
      readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'),
    );
    const said = {
      header: headerOf('venue-booking.php', 'Version'),
      constant: /VENUE_BOOKING_VERSION', '(.+)'/.exec(readPlugin('venue-booking.php'))?.[1],
      readme: headerOf('readme.txt', 'Stable tag'),
      block: JSON.parse(readPlugin('block/block.json')).version,
    };
    for (const [where, there] of Object.entries(said)) assert.equal(there, version, where);
    for (const name of ['Requires at least', 'Requires PHP', 'License'])
      assert.equal(headerOf('readme.txt', name), headerOf('venue-booking.php', name), name);
  });

  it('offers every attribute of the widget except the server’s in shortcode and block', () => {
    const types = readFileSync(path.join(import.meta.dirname, '../../src/publicTypes.ts'), 'utf8');
    const [, body = ''] = /interface VenueBookingAttributes \{(.*?)\n\}/s.exec(types) ?? [];
    const all = [...body.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name ?? '').sort();
    // A page can't set the server; only the settings can.
    const attributes = all.filter((name) => name !== 'api');
    assert.ok(attributes.length >= 7 && attributes.length < all.length);
    assert.deepEqual(Object.keys(JSON.parse(readPlugin('block/block.json')).attributes).sort(), attributes);
    const [, inPhp = ''] =
      /const ATTRIBUTES = array\((.*?)\);/.exec(readPlugin('includes/settings.php')) ?? [];
    assert.deepEqual([...inPhp.matchAll(/'(\w+)'/g)].map(([, name]) => name).sort(), attributes);
    const readmes = [
      readPlugin('readme.txt'),
      readFileSync(path.join(import.meta.dirname, '../README.md'), 'utf8'),
    ];
    for (const name of attributes)
      for (const readme of readmes) assert.ok(readme.includes(`\`${name}\``), name);
  });

  it('packs the same bytes every time, with compiled translations', () => {
    const zip = packPlugin();
    assert.deepEqual(zip, packPlugin());
    const files = unzipSync(zip);
    assert.ok(Object.keys(files).every((file) => file.startsWith('venue-booking/')));
    const text = 'The slug of your venue, such as my-venue.';
    const dutch = 'De slug van je locatie, zoals mijn-locatie.';
    const mo = files['venue-booking/languages/venue-booking-nl_NL.mo'] as Uint8Array;
    assert.equal(gettext.mo.parse(Buffer.from(mo)).translations['']?.[text]?.msgstr[0], dutch);
    const jed = files['venue-booking/languages/venue-booking-nl_NL-venue-booking-editor.json'] as Uint8Array;
    assert.deepEqual(JSON.parse(Buffer.from(jed).toString()).locale_data.messages[text], [dutch]);
  });
});
