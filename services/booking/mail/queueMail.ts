import { Prisma } from '../gen/prisma/client.ts';
import { kindsByEvent, type MailingEvent, UNDONE } from './mailKind.ts';

/** Minutes until the mail that asks to pay, for a guest who is about to; a third of the hold at most. */
const PAYMENT_DUE_AFTER_MINUTES = 5;

/** What the guest's mail says besides, or that there is none. */
export type MailDetails = {
  guestNotTold?: boolean;
  /** Whether the guest caused it alone, by a change of their own. */
  byGuest?: boolean;
  /** Null: the number of people is what it was. */
  peopleBefore?: number | null;
  /** Cents; null: it costs what it did. */
  amountBefore?: number | null;
};

/**
 * Steps of a statement that queue the mail that its step `facts` leads to, if it leads to one and the booking
 * has an address. `facts` has columns of bookings, `event_id` and `previous_status`. Queued twice, it is
 * queued once. Nobody is asked any more for a payment that was made, or is not wanted.
 */
export const mailSteps = (
  subject: MailingEvent,
  { guestNotTold = false, byGuest = false, peopleBefore = null, amountBefore = null }: MailDetails = {},
): Prisma.Sql => Prisma.sql`
  overtaken AS (
    UPDATE booking.mail m SET status = 'dropped', last_error = 'overtaken: ' || f.status
    FROM facts f CROSS JOIN LATERAL (
      SELECT id, kind, status, attempts FROM booking.mail WHERE (booking_id, venue_id) = (f.id, f.venue_id)
      OFFSET 0) due -- by the booking alone, as what waits may be all of a rush: see docs/decisions/0068
    WHERE f.status <> 'pending_payment' AND (m.venue_id, m.id) = (f.venue_id, due.id)
      AND due.kind = 'payment_due' AND due.status = 'queued' AND due.attempts = 0
  ),
  mailed AS (
    INSERT INTO booking.mail (venue_id, id, booking_id, kind, people_before, amount_before, by_guest, next_at)
    SELECT f.venue_id, f.event_id, f.id, fit.kind, ${peopleBefore}::integer, ${amountBefore}::bigint, ${byGuest},
      CASE fit.kind WHEN 'payment_due' THEN greatest(now(),
        least(now() + ${PAYMENT_DUE_AFTER_MINUTES} * interval '1 minute', now() + (f.hold_until - now()) / 3)) ELSE now() END
    FROM facts f, LATERAL (SELECT ${JSON.stringify(kindsByEvent[subject])}::jsonb ->> f.status AS kind) fit
    WHERE fit.kind IS NOT NULL AND f.customer_email <> '' AND NOT ${guestNotTold}
      AND (f.previous_status IS NULL OR f.previous_status <> ALL (${UNDONE}::text[]))
    ON CONFLICT DO NOTHING
  )`;
