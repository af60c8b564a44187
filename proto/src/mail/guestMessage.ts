import { z } from 'zod';
import { SlotId } from '../facility/slot.ts';
import { FacilityId, LocalDate, multiLine, singleLine } from '../primitives.ts';
import { MailPreview } from './mailText.ts';

/** Maximum number of people that one message goes to. */
export const MAX_MESSAGE_RECIPIENTS = 500;
/** Maximum number of messages of a venue within 24 hours. */
export const MAX_MESSAGES_A_DAY = 10;

/** Whose guests a message goes to: those of a slot, of a booking day, or of all upcoming visits. */
const chosen = {
  date: LocalDate.optional().describe('Booking day of the visits'),
  slot_id: SlotId.optional().describe('Slot of the visits, instead of `date` and `facility_id`'),
  facility_id: FacilityId.optional().describe('Facility of the visits. Without `date`: all upcoming visits'),
  not_over: z
    .boolean()
    .optional()
    .describe('Only guests whose visit has not ended: those still to come, and those in the house'),
};

const texts = {
  subject: singleLine(150)
    .refine((text) => text.trim() !== '', 'must not be empty')
    .describe('Subject line, with placeholders such as {day}'),
  body: multiLine(4000)
    .trim()
    .min(1, 'must not be empty')
    .describe('Plain text with placeholders such as {time}. An empty line starts a new paragraph'),
};

/**
 * Body of `POST …/messages` and of its preview. The guests are those who are expected or have come; nobody
 * whose booking was cancelled, has expired or was marked as a no-show. With `not_over`, also nobody who has
 * left.
 */
export const NewGuestMessage = z
  .strictObject({ ...chosen, ...texts })
  .refine(
    ({ date, slot_id: slot, facility_id: facility }) =>
      slot === undefined ? date !== undefined || facility !== undefined : !date && !facility,
    'needs a `date`, a `facility_id` or both, or only a `slot_id`',
  );
export type NewGuestMessage = z.infer<typeof NewGuestMessage>;

/** Who a message goes to. */
const counts = {
  recipients: z.int().describe('Mailboxes that get the message, each once'),
  bookings: z.int().describe('Bookings of these mailboxes; each has the message in its history'),
  without_address: z.int().describe('Bookings without an e-mail address. Call these guests'),
};

export const GuestMessagePreview = z.object({
  ...counts,
  maximum: z.int().describe('Mailboxes that one message can go to'),
  mail: MailPreview.describe('The mail to the first guest, with a made-up booking'),
});
export type GuestMessagePreview = z.infer<typeof GuestMessagePreview>;

export const SentGuestMessage = z.object({ id: z.uuid(), ...counts });
export type SentGuestMessage = z.infer<typeof SentGuestMessage>;
