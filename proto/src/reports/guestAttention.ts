import { z } from 'zod';

/** Maximum number of entries of one kind, and of e-mail addresses per entry. */
export const MAX_LISTED = 20;

/** A guest or network that has reached a cap of the venue, or holds a large share of what it offers. */
export const GuestAttention = z.object({
  id: z.uuid(),
  kind: z.enum(['guest_at_cap', 'address_at_cap', 'network_at_cap']),
  booking_id: z.int().describe('The newest booking'),
  emails: z.array(z.string()).describe(`E-mail addresses of the guests, at most ${MAX_LISTED}`),
  detail: z.string(),
  created_at: z.iso.datetime(),
});
export type GuestAttention = z.infer<typeof GuestAttention>;
