import { z } from 'zod';
import { Attention, AttentionKind } from '../payment/payment.ts';
import { GuestAttention, MAX_LISTED } from './guestAttention.ts';

/** An entry of the attention list, from any service. */
export const AdminAttention = Attention.extend({
  kind: z
    .enum([
      ...AttentionKind.options,
      'dead_letter',
      'domain_missing',
      'plan_limit',
      ...GuestAttention.shape.kind.options,
      'mail_waits',
    ])
    .describe(
      'dead_letter: an event that could not be applied, which the operator can replay; domain_missing: the DNS record that proves a domain of the venue is missing; plan_limit: a limit of the plan is nearly or fully used; …_at_cap: a guest, client address or network has reached a `max_…` setting of the venue, or holds a large share of what it offers; mail_waits: mail of the venue is queued until it may mail more people',
    ),
  booking_reference: z.string().optional().describe('Booking number for people, if there is a booking'),
  emails: GuestAttention.shape.emails.optional().describe(`For …_at_cap: the guests, at most ${MAX_LISTED}`),
  service: z.string().optional().describe('For dead_letter: the service that could not apply the event'),
});
export type AdminAttention = z.infer<typeof AdminAttention>;

/** Number of open entries. */
export const AttentionCount = z.object({
  count: z.int().describe('Number of open entries'),
});
export type AttentionCount = z.infer<typeof AttentionCount>;
