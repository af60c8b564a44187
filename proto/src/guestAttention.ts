import { z } from 'zod';

/** Who holds as much of a venue as its caps allow. */
export const GuestAttention = z.object({
  id: z.uuid(),
  kind: z.enum(['guest_at_cap', 'address_at_cap', 'network_at_cap']),
  booking_id: z.int().describe('The newest of the bookings'),
  emails: z.array(z.string()).describe('Of the guests, at most 20'),
  detail: z.string(),
  created_at: z.iso.datetime(),
});
export type GuestAttention = z.infer<typeof GuestAttention>;
