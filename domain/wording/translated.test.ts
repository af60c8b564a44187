import assert from 'node:assert/strict';
import { Locale } from '@venue-booking/proto/primitives';
import fc from 'fast-check';
import { it } from 'vitest';
import { nameOf } from './translated.ts';

it('returns the name in a language if it is translated, else the venue’s own', () => {
  const texts = fc.option(fc.record({ name: fc.string({ minLength: 1 }) }, { requiredKeys: [] }), {
    nil: undefined,
  });
  const anyTranslations = fc.record(
    Object.fromEntries(Locale.options.map((locale) => [locale, texts])) as Record<Locale, typeof texts>,
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.string({ minLength: 1 }),
      fc.option(anyTranslations, { nil: undefined }),
      fc.constantFrom(...Locale.options),
      (name, translations, locale) => {
        const own = translations?.[locale]?.name;
        assert.equal(nameOf({ name, translations }, locale), own === undefined ? name : own);
      },
    ),
  );
});
