import type { BookingTx } from '../database.ts';
import { type MailingEvent, mailKindOf } from './mailKind.ts';

/**
 * Minutes that "still to pay" waits for a guest who is about to pay. Of a short hold it waits a third, so
 * that there is time left to pay by it.
 */
const PAYMENT_DUE_AFTER_MINUTES = 5;

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
  if (event.status !== 'pending_payment') await dropPaymentDue(tx, event);
  if (event.guestNotTold) return;
  const kind = mailKindOf(event.subject, event.status, event.previousStatus);
  if (!kind) return;
  await tx.$executeRaw`
    INSERT INTO booking.mail (venue_id, id, booking_id, kind, people_before, next_at)
    SELECT venue_id, ${event.id}::uuid, id, ${kind}, ${event.peopleBefore || null}::integer,
      CASE WHEN ${kind} = 'payment_due' AND status = 'pending_payment' THEN
        greatest(now(), least(now() + ${PAYMENT_DUE_AFTER_MINUTES} * interval '1 minute', now() + (hold_until - now()) / 3))
      ELSE now() END
    FROM booking.booking
    WHERE venue_id = ${event.venueId} AND id = ${event.bookingId} AND customer_email <> ''
    ON CONFLICT DO NOTHING`;
}

/** Nobody is asked for a payment that was made, or is not wanted any more. */
async function dropPaymentDue(
  tx: BookingTx,
  { venueId, bookingId, status }: { venueId: number; bookingId: bigint; status: string },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE booking.mail SET status = 'dropped', last_error = ${`overtaken: ${status}`}
    WHERE venue_id = ${venueId} AND booking_id = ${bookingId} AND kind = 'payment_due' AND status = 'queued' AND attempts = 0`;
}
