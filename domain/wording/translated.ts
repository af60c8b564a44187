import type { Locale } from '@venue-booking/proto/primitives';

/** An item with texts in other languages than the venue's own. */
export type Translated<Texts> = Texts & {
  translations?:
    | { readonly [L in Locale]?: { readonly [T in keyof Texts]?: Texts[T] | undefined } | undefined }
    | undefined;
};

/** The name of an item in a language; without a translation, the venue's own. */
export const nameOf = ({ name, translations }: Translated<{ name: string }>, locale: Locale): string =>
  translations?.[locale]?.name ?? name;
