import { z } from 'zod';
import { MailRecipients, WAITS_DAYS } from '../mailRecipients.ts';
import { MailPreview, MailText, MailTextDraft, NewMailText } from '../mailText.ts';
import type { CallGroup } from './adminCall.ts';
import { mailText, venue } from './things.ts';

/** What a venue's mail says to its guests. */
export const mailTextCalls = {
  about: 'What the mail to guests says, in each language',
  tag: 'mail texts',
  calls: {
    listMailTexts: {
      verb: 'list',
      does: 'List the texts of the mail to guests, the built-in ones too',
      method: 'GET',
      of: venue,
      path: '/mail-texts',
      answers: z.array(MailText),
      columns: ['kind', 'language', 'own', 'subject'],
    },
    getMailText: {
      verb: 'show',
      does: 'Show a text of the mail to guests',
      method: 'GET',
      of: mailText,
      answers: MailText,
    },
    putMailText: {
      verb: 'set',
      does: 'Replace a text of the mail to guests',
      more: 'Mail that is sent from now on says it. A placeholder that this kind does not have is refused by its name.',
      method: 'PUT',
      of: mailText,
      input: NewMailText,
      answers: MailText,
    },
    deleteMailText: {
      verb: 'reset',
      does: 'Put a text of the mail to guests back to the built-in one',
      method: 'DELETE',
      of: mailText,
      answers: MailText,
    },
    showMailRecipients: {
      verb: 'recipients',
      does: 'Show how many people the venue has mailed today, and may',
      more: `More with the age of the venue and its paid visits. Mail beyond that waits, for ${WAITS_DAYS} days at most.`,
      method: 'GET',
      of: venue,
      path: '/mail-recipients',
      answers: MailRecipients,
    },
    previewMailText: {
      verb: 'preview',
      does: 'Show a mail as a guest would get it, for a made-up booking',
      more: 'Nothing is saved or sent.',
      method: 'POST',
      of: mailText,
      path: '/preview',
      input: MailTextDraft,
      answers: MailPreview,
    },
  },
} as const satisfies CallGroup;
