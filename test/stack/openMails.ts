import type { Stack } from './stack.ts';

/** Acts as if the guest had opened the link in each mail, so that the bookings count for the mailbox. */
export const openMails = (stack: Stack, email: string): Promise<unknown> =>
  stack.database.query('UPDATE booking.booking SET mailbox_opened = true WHERE customer_email ILIKE $1', [
    email,
  ]);
