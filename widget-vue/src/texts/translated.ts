import type { Locale } from './wording.ts';

type Translations = { readonly [locale in Locale]?: object | undefined };

/** An item of the venue with its texts in a language. Texts without a translation are the venue's own. */
export const translated = <Item extends { translations?: Translations | undefined }>(
  item: Item,
  locale: Locale,
): Item => ({ ...item, ...item.translations?.[locale] });
