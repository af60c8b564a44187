import { z } from 'zod';

export const BookingStatus = z.enum([
  'pending_payment',
  'confirmed',
  'expired',
  'cancelled',
  'checked_in',
  'no_show',
]);
export type BookingStatus = z.infer<typeof BookingStatus>;
