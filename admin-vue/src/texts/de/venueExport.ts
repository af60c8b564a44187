import type { VenueExportTexts } from '../en/venueExport.ts';

export const venueExport: VenueExportTexts = {
  lead: 'Eine Datei mit allem, was zu diesem Betrieb gehört: Einstellungen, Angebote, Bilder, Personen, Buchungen mit ihren Gästen, Zahlungen und Rechnungen. Eine andere Installation dieser Software kann sie importieren.',
  without:
    'Zahlungskonten, API-Tokens, Webhooks, Wartelisten und versendete E-Mails sind nicht in der Datei. Hier ändert sich nichts.',
  safe: 'Die Datei enthält personenbezogene Daten von Gästen. Bewahren Sie sie so sicher auf wie ein Backup.',
  download: 'Alles herunterladen',
  progress: (size) =>
    `${size} empfangen. Lassen Sie diese Seite geöffnet: Bei vielen Buchungen kann es Minuten dauern.`,
  done: (size) => `Die Datei ist vollständig (${size}).`,
};
