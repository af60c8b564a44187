import type { ShownName } from '@venue-booking/proto/price/priceItem';
import type { Locale } from '@venue-booking/proto/primitives';

/** A venue's name for something, in some of the languages. */
export type Names = { readonly [L in Locale]?: string | undefined };

/** The name in a language; without one, the first there is of English, Dutch, German and French. */
export const nameIn = (name: Names, locale: Locale): string =>
  name[locale] ?? name.en ?? name.nl ?? name.de ?? name.fr ?? '';

/**
 * The name for guests and for clients that know Dutch and English only: where one of these is missing, the
 * name in the venue's language.
 */
export const shownName = (name: Names, own: Locale = 'en'): ShownName => ({
  ...(name as Partial<ShownName>),
  nl: name.nl ?? nameIn(name, own),
  en: name.en ?? nameIn(name, own),
});
