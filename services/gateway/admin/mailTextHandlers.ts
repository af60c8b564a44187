import type { AdminHandlers } from './procedures.ts';
import { type AdminDeps, venueIdOf } from './writes.ts';

/** What a venue's mail says to its guests. */
export function mailTextHandlers({
  backends: { catalog, booking },
}: AdminDeps): Pick<AdminHandlers, 'mail-text'> {
  const ofText = async <T extends { slug: string }>({ slug, ...of }: T) => ({
    ...of,
    venueId: await venueIdOf(catalog, slug),
  });

  return {
    'mail-text': {
      listMailTexts: async (input) => booking.mailTexts.list.query(await ofText(input)),
      getMailText: async (input) => booking.mailTexts.get.query(await ofText(input)),
      putMailText: async ({ slug, kind, language, ...text }) =>
        booking.mailTexts.put.mutate({ of: await ofText({ slug, kind, language }), text }),
      deleteMailText: async (input) => booking.mailTexts.delete.mutate(await ofText(input)),
      previewMailText: async ({ slug, kind, language, ...draft }) =>
        booking.mailTexts.preview.query({ of: await ofText({ slug, kind, language }), draft }),
    },
  };
}
