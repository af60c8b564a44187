import type { Locale } from '@venue-booking/proto/primitives';

/** The name of a category or add-on in the form, by language. */
export type NameDraft = { [L in Locale]?: string | undefined };

/** Converts the form to a name: the languages that have a text. */
export const nameFrom = ({ nl, en, de, fr }: NameDraft): NameDraft =>
  Object.fromEntries(Object.entries({ nl, en, de, fr }).filter(([, text]) => text?.trim()));
