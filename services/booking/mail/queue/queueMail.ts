import { Prisma } from '../../gen/prisma/client.ts';
import { kindsByEvent, type MailingEvent, UNDONE } from '../texts/mailKind.ts';

/** Delay of the payment reminder in minutes, for guests who are about to pay. At most a third of the hold. */
const PAYMENT_DUE_AFTER_MINUTES = 5;

/** Further data for the guest's mail, or that there is none. */
export type MailDetails = {
  notifyGuest?: boolean | Prisma.Sql;
  /** Whether the guest triggered it by changing the booking. */
  byGuest?: boolean;
  /** Null if the number of people is unchanged. */
  peopleBefore?: number | null;
  /** In cents; null if the price is unchanged. */
  amountBefore?: number | null;
};

/**
 * SQL steps that queue the mail for a change, if it triggers one and the booking has an address. They read a
 * step `facts` with columns of bookings, `event_id` and `previous_status`. Queueing is idempotent per event.
 * A queued payment reminder is dropped once the booking is no longer unpaid.
 */
export const mailSteps = (
  subject: MailingEvent,
  { notifyGuest = true, byGuest = false, peopleBefore = null, amountBefore = null }: MailDetails = {},
): Prisma.Sql => Prisma.sql`
  unpaid_reminders AS MATERIALIZED ( -- first by booking: a rush may have queued very many; see docs/decisions/0068
    SELECT f.venue_id, due.id, f.status FROM facts f CROSS JOIN LATERAL (
      SELECT id, kind, status, attempts FROM booking.mail
      WHERE booking_id = f.id AND venue_id + 0 = f.venue_id OFFSET 0) due
    WHERE f.status <> 'pending_payment' AND due.kind = 'payment_due' AND due.status = 'queued' AND due.attempts = 0
  ),
  overtaken AS (
    UPDATE booking.mail m SET status = 'dropped', last_error = 'overtaken: ' || due.status
    FROM unpaid_reminders due
    WHERE (m.venue_id, m.id) = (due.venue_id, due.id)
  ),
  mailed AS (
    INSERT INTO booking.mail (venue_id, id, booking_id, kind, people_before, amount_before, by_guest, next_at)
    SELECT f.venue_id, f.event_id, f.id, fit.kind, ${peopleBefore}::integer, ${amountBefore}::bigint, ${byGuest},
      CASE fit.kind WHEN 'payment_due' THEN greatest(now(),
        least(now() + ${PAYMENT_DUE_AFTER_MINUTES} * interval '1 minute', now() + (f.hold_until - now()) / 3)) ELSE now() END
    FROM facts f, LATERAL (SELECT ${JSON.stringify(kindsByEvent[subject])}::jsonb ->> f.status AS kind) fit
    WHERE fit.kind IS NOT NULL AND f.customer_email <> '' AND ${notifyGuest}
      AND (f.previous_status IS NULL OR f.previous_status <> ALL (${UNDONE}::text[]))
    ON CONFLICT DO NOTHING
  )`;
