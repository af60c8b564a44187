import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueExportTexts } from '../../../texts/en/venueExport.ts';

/** Loads the texts of the export, which few venues need more than once. */
export const loadExportTexts: Record<Locale, () => Promise<VenueExportTexts>> = {
  en: async () => (await import('../../../texts/en/venueExport.ts')).venueExport,
  de: async () => (await import('../../../texts/de/venueExport.ts')).venueExport,
  fr: async () => (await import('../../../texts/fr/venueExport.ts')).venueExport,
  nl: async () => (await import('../../../texts/nl/venueExport.ts')).venueExport,
};
