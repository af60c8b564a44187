import type { Locale } from '@venue-booking/proto/primitives';

/** A venue's name for something, in some of the languages. */
export type Names = { readonly [L in Locale]?: string | undefined };

/** The name in a language; without one, the English or else the Dutch name. */
export const nameIn = (name: Names, locale: Locale): string => name[locale] ?? name.en ?? name.nl ?? '';
