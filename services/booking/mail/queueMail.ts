import type { BookingTx } from '../database.ts';
import { type MailingEvent, mailKindOf } from './mailKind.ts';

/**
 * Queues the mail that an event leads to, if it leads to one and the booking has an address. Queued twice, it
 * is queued once.
 */
export async function queueMail(
  tx: BookingTx,
  event: {
    id: string;
    subject: MailingEvent;
    venueId: number;
    bookingId: bigint;
    status: string;
    previousStatus?: string;
    guestNotTold?: boolean;
    /** 0: the number of people is what it was. */
    peopleBefore?: number;
  },
): Promise<void> {
  if (event.guestNotTold) return;
  const kind = mailKindOf(event.subject, event.status, event.previousStatus);
  if (!kind) return;
  await tx.$executeRaw`
    INSERT INTO booking.mail (venue_id, id, booking_id, kind, people_before)
    SELECT venue_id, ${event.id}::uuid, id, ${kind}, ${event.peopleBefore || null}::integer FROM booking.booking
    WHERE venue_id = ${event.venueId} AND id = ${event.bookingId} AND customer_email <> ''
    ON CONFLICT DO NOTHING`;
}
