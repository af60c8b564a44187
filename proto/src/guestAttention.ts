import { z } from 'zod';

/** How many entries of one kind are listed, and how many e-mail addresses of one entry. */
export const MOST_LISTED = 20;

/** Who holds as much of a venue as its caps allow, or a large share of what it offers. */
export const GuestAttention = z.object({
  id: z.uuid(),
  kind: z.enum(['guest_at_cap', 'address_at_cap', 'network_at_cap']),
  booking_id: z.int().describe('The newest of the bookings'),
  emails: z.array(z.string()).describe(`Of the guests, at most ${MOST_LISTED}`),
  detail: z.string(),
  created_at: z.iso.datetime(),
});
export type GuestAttention = z.infer<typeof GuestAttention>;
