import { z } from 'zod';
import { MAX_QUEUED_DAYS, MailRecipients } from '../mail/mailRecipients.ts';
import { MailPreview, MailText, MailTextDraft, NewMailText } from '../mail/mailText.ts';
import type { CallGroup } from './adminCall.ts';
import { mailText, venue } from './resources.ts';

/** Calls about the texts of mail to guests. */
export const mailTextCalls = {
  about: 'Texts of the mail to guests, in each language',
  tag: 'mail texts',
  calls: {
    listMailTexts: {
      verb: 'list',
      does: 'List the texts of the mail to guests, including default ones',
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
      more: 'Applies to mail sent from now on. Unknown placeholders are rejected.',
      method: 'PUT',
      of: mailText,
      input: NewMailText,
      answers: MailText,
    },
    deleteMailText: {
      verb: 'reset',
      does: 'Reset a text of the mail to guests to its default',
      method: 'DELETE',
      of: mailText,
      answers: MailText,
    },
    showMailRecipients: {
      verb: 'recipients',
      does: 'Show how many people the venue has mailed today, and its limit',
      more: `The limit grows with the age of the venue and its paid visits. Mail beyond it is queued for at most ${MAX_QUEUED_DAYS} days.`,
      method: 'GET',
      of: venue,
      path: '/mail-recipients',
      answers: MailRecipients,
    },
    previewMailText: {
      verb: 'preview',
      changesNothing: true,
      does: 'Preview a mail to guests with a made-up booking',
      more: 'Nothing is saved or sent.',
      method: 'POST',
      of: mailText,
      path: '/preview',
      input: MailTextDraft,
      answers: MailPreview,
    },
  },
} as const satisfies CallGroup;
