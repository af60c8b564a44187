import type { Locale } from '@venue-booking/proto/primitives';
import type { BookingImportTexts } from '../../texts/en/bookingImport.ts';

/** Loads the texts of the import, which few venues need more than once. */
export const loadImportTexts: Record<Locale, () => Promise<BookingImportTexts>> = {
  en: async () => (await import('../../texts/en/bookingImport.ts')).bookingImport,
  de: async () => (await import('../../texts/de/bookingImport.ts')).bookingImport,
  fr: async () => (await import('../../texts/fr/bookingImport.ts')).bookingImport,
  nl: async () => (await import('../../texts/nl/bookingImport.ts')).bookingImport,
};
