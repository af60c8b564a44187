export const venueExport = {
  lead: 'One file with everything of this venue: settings, facilities, images, people, bookings with their guests, payments and invoices. Another installation of this software can import it.',
  without:
    'Payment accounts, API tokens, webhooks, waiting lists and sent mail are not in the file. Nothing changes here.',
  safe: 'The file contains personal data of guests. Keep it as safe as a backup.',
  download: 'Download everything',
  progress: (size: string) =>
    `${size} received. Keep this page open: with many bookings, this can take minutes.`,
  done: (size: string) => `The file is complete (${size}).`,
};
export type VenueExportTexts = typeof venueExport;
