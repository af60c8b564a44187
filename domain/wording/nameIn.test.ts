import assert from 'node:assert/strict';
import { ItemName, ShownName } from '@venue-booking/proto/price/priceItem';
import { Locale } from '@venue-booking/proto/primitives';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type Names, nameIn, shownName } from './nameIn.ts';

const anyLocale = fc.constantFrom(...Locale.options);
/** Names in at least one language, each other than the rest. */
const anyName = fc
  .uniqueArray(anyLocale, { minLength: 1 })
  .map((given): Names => Object.fromEntries(given.map((locale) => [locale, `Name ${locale}`])));

describe('the name of an item', () => {
  it('is the one of the language, else the first of English, Dutch, German and French', () => {
    fc.assert(
      fc.property(anyName, anyLocale, (name, locale) => {
        assert.ok(ItemName.safeParse(name).success);
        const [expected] = [locale, 'en' as const, 'nl' as const, ...Locale.options].flatMap(
          (of) => name[of] ?? [],
        );
        assert.equal(nameIn(name, locale), expected);
      }),
    );
  });

  it('is always Dutch and English as well for older clients, by default in the venue’s language', () => {
    fc.assert(
      fc.property(anyName, anyLocale, (name, own) => {
        const shown = shownName(name, own);
        assert.deepEqual(ShownName.parse(shown), shown);
        for (const locale of ['nl', 'en'] as const)
          assert.equal(shown[locale], name[locale] ?? nameIn(name, own));
        for (const locale of ['de', 'fr'] as const) assert.equal(shown[locale], name[locale]);
        assert.deepEqual(shownName(shown, own), shown, 'nothing changes the second time');
      }),
    );
  });

  it('is rejected without any text, or with another language', () => {
    for (const bad of [
      {},
      { nl: undefined },
      { nl: '' },
      { nl: 'Kind', xx: 'Kind' },
      { nl: 'see example.com' },
      'Kind',
    ])
      assert.equal(ItemName.safeParse(bad).success, false, JSON.stringify(bad));
  });
});
