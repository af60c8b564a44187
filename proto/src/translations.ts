import { z } from 'zod';
import { Locale } from './primitives.ts';

/**
 * A field with texts in other languages than the venue's own: `{de: {name: '…'}}`. Where a text is missing,
 * guests see the venue's own.
 * @param texts schemas of the texts, which must not be empty
 */
export const translationsOf = <Texts extends z.ZodRawShape>(texts: Texts) => {
  const inOneLanguage = z.strictObject(texts).partial().optional();
  const languages = Object.fromEntries(Locale.options.map((locale) => [locale, inOneLanguage]));
  return z
    .strictObject(languages as Record<Locale, typeof inOneLanguage>)
    .describe('Texts in other languages. A missing text is shown as it is without a language');
};
