import type { AdminHandlers } from './procedures.ts';
import { type AdminDeps, ofVenue } from './writes.ts';

/** What a venue's mail says to its guests. */
export function mailTextHandlers({
  backends: { catalog, booking },
}: AdminDeps): Pick<AdminHandlers, 'mail-text'> {
  return {
    'mail-text': {
      listMailTexts: async (input) => booking.mailTexts.list.query(await ofVenue(catalog, input)),
      getMailText: async (input) => booking.mailTexts.get.query(await ofVenue(catalog, input)),
      putMailText: async ({ slug, kind, language, ...text }) =>
        booking.mailTexts.put.mutate({ of: await ofVenue(catalog, { slug, kind, language }), text }),
      deleteMailText: async (input) => booking.mailTexts.delete.mutate(await ofVenue(catalog, input)),
      previewMailText: async ({ slug, kind, language, ...draft }) =>
        booking.mailTexts.preview.query({ of: await ofVenue(catalog, { slug, kind, language }), draft }),
    },
  };
}
