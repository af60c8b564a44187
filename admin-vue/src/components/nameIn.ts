import type { Names } from '@venue-booking/domain/wording/nameIn';
import type { Locale } from '@venue-booking/proto/primitives';

/**
 * A venue's name for something in a language; without one, the first of English, Dutch, German and French.
 */
export const nameIn = (name: Names, language: Locale): string =>
  name[language] ?? name.en ?? name.nl ?? name.de ?? name.fr ?? '';
