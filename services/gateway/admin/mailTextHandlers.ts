import { type AdminDeps, handlersAtVenue } from './adminDeps.ts';
import type { AdminHandlers } from './procedures.ts';

/** Handlers of a venue's own mail texts. */
export function mailTextHandlers({ backends: { catalog, booking } }: AdminDeps): AdminHandlers<'mail-text'> {
  const atVenue = handlersAtVenue(catalog);
  return {
    listMailTexts: atVenue((of) => booking.mailTexts.list.query(of)),
    getMailText: atVenue((of) => booking.mailTexts.get.query(of)),
    putMailText: atVenue(({ venueId, kind, language, ...text }) =>
      booking.mailTexts.put.mutate({ of: { venueId, kind, language }, text }),
    ),
    showMailRecipients: atVenue((of) => booking.recipients.show.query(of)),
    deleteMailText: atVenue((of) => booking.mailTexts.delete.mutate(of)),
    previewMailText: atVenue(({ venueId, kind, language, ...draft }) =>
      booking.mailTexts.preview.query({ of: { venueId, kind, language }, draft }),
    ),
  };
}
