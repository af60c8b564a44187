import {
  GuestMessagePreview,
  MAX_MESSAGE_RECIPIENTS,
  MAX_MESSAGES_A_DAY,
  NewGuestMessage,
  SentGuestMessage,
} from '../mail/guestMessage.ts';
import type { CallGroup } from './adminCall.ts';
import { venue } from './resources.ts';

/** Calls about messages to guests. */
export const messageCalls = {
  about: 'Messages to all guests of a slot, a day or a facility',
  tag: 'messages',
  calls: {
    sendGuestMessage: {
      verb: 'send',
      does: 'Send a mail to all guests of a slot, a day or a facility',
      more: `Each mailbox gets one mail, and each booking has it in its history. At most ${MAX_MESSAGE_RECIPIENTS} mailboxes a message and ${MAX_MESSAGES_A_DAY} messages a day. The mails count towards the venue’s limit of recipients. Links may only go to the venue’s own websites.`,
      method: 'POST',
      of: venue,
      path: '/messages',
      input: NewGuestMessage,
      idempotencyKey: 'A unique text per intended message. Repeating it sends no other message',
      answers: SentGuestMessage,
      status: 201,
      errors: { 422: 'It goes to nobody or too many, or its text cannot be sent', 429: 'Too many messages' },
      confirm: 'This sends a mail to all these guests.',
    },
    previewGuestMessage: {
      verb: 'preview',
      changesNothing: true,
      does: 'Preview a message to guests, with the number of its recipients',
      more: 'Nothing is saved or sent.',
      method: 'POST',
      of: venue,
      path: '/messages/preview',
      input: NewGuestMessage,
      answers: GuestMessagePreview,
      errors: { 422: 'Its text cannot be sent' },
    },
  },
} as const satisfies CallGroup;
