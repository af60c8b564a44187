import { z } from 'zod';
import { Email, isDistinct, LocalDateTime, Locale, multiLine, singleLine } from '../primitives.ts';

/** Maximum number of characters of the note about a guest. */
const MAX_GUEST_NOTE = 2000;
/** Maximum number of tags of a guest. */
const MAX_TAGS = 12;

/** What a venue knows of a guest, computed from the guest's bookings. */
export const GuestFile = z.object({
  booking_id: z.int().describe('The guest’s latest booking'),
  customer_name: z.string().describe('The name in that booking'),
  customer_email: z.string().describe('Empty if the guest has booked by phone only'),
  phone: z.string().optional().describe('The phone number in that booking; absent: none'),
  locale: Locale.describe('The language of that booking'),
  bookings: z.int().describe('Number of bookings that were not erased, cancelled ones included'),
  visits: z.int().describe('Number of past bookings, without cancelled ones and no-shows'),
  no_shows: z.int(),
  cancelled: z.int(),
  last_visit: LocalDateTime.optional().describe('Start of the last visit; absent: none'),
  next_visit: LocalDateTime.optional().describe('Start of the next booking; absent: none'),
  note: z.string().describe('The venue’s note about the guest, who never sees it'),
  tags: z.array(z.string()),
  same_guests: z
    .array(z.object({ booking_id: z.int(), contact: z.string().describe('The mailbox or phone number') }))
    .optional()
    .describe(
      'Other mailboxes and phone numbers that staff have merged with it, each by a booking; absent: none',
    ),
});
export type GuestFile = z.infer<typeof GuestFile>;

/** Body of `PATCH …/guest`. */
export const GuestFilePatch = z.strictObject({
  note: multiLine(MAX_GUEST_NOTE).optional().describe('Replaces the note; an empty text deletes it'),
  tags: z
    .array(singleLine(40))
    .max(MAX_TAGS)
    .refine(isDistinct, 'must not name a tag twice')
    .optional()
    .describe('Replaces all tags'),
  same_as: z
    .int()
    .min(1)
    .nullable()
    .optional()
    .describe(
      'A booking of the same guest with another mailbox or phone number, to merge both; null separates them',
    ),
});
export type GuestFilePatch = z.infer<typeof GuestFilePatch>;

/** Which guests to find: those whose bookings match a text. */
export const GuestFilesQuery = z.strictObject({
  q: singleLine(200, 3).describe('Part of a name, an e-mail address or a phone number'),
});

/** A guest in the booking service: a booking of the guest, or the guest’s mailbox. */
export const GuestOf = z.union([z.object({ id: z.int() }), z.object({ email: Email })]);
export type GuestOf = z.infer<typeof GuestOf>;
