import { z } from 'zod';
import { GuestAttention, MOST_LISTED } from './guestAttention.ts';
import { Attention, AttentionKind } from './payment.ts';

/** Something that needs a person, whichever service knows of it. */
export const AdminAttention = Attention.extend({
  kind: z
    .enum([
      ...AttentionKind.options,
      'dead_letter',
      'domain_missing',
      ...GuestAttention.shape.kind.options,
      'mail_waits',
    ])
    .describe(
      'dead_letter: an event that could not be applied, which the operator can have applied again; domain_missing: the DNS record that proves a domain of the venue is gone; …_at_cap: a guest, or an internet connection or a network, holds as much as the `max_…` settings of the venue allow, or a large share of what it offers; mail_waits: mail that the venue caused waits until it may mail more people',
    ),
  booking_reference: z.string().optional().describe('The number that people know the booking by, if any'),
  emails: GuestAttention.shape.emails.optional().describe(`Of …_at_cap: the guests, at most ${MOST_LISTED}`),
  service: z.string().optional().describe('Of a dead letter: the service that could not apply it'),
});
export type AdminAttention = z.infer<typeof AdminAttention>;

/** How much of it there is. */
export const AttentionCount = z.object({
  count: z.int().describe('Entries of the list that are not dealt with'),
});
export type AttentionCount = z.infer<typeof AttentionCount>;
