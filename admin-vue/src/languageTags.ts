import type { Locale } from '@venue-booking/proto/primitives';

/** Tags for `Intl`: a region decides about details such as the order of a date. */
export const languageTags = {
  nl: 'nl-NL',
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
} as const satisfies Record<Locale, string>;
