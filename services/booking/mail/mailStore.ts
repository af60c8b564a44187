import type { BookingDatabase } from '../database.ts';
import type { MailKind } from './mailKind.ts';

/** A mail that this process may send until its lease ends. `attempts` counts this one as well. */
export type ClaimedMail = {
  venueId: number;
  id: string;
  bookingId: number;
  kind: MailKind;
  /** What a refund gave back; null for other mail. */
  amountCents: number | null;
  attempts: number;
  createdAt: Date;
  /** Whether it counts already as a mail to its recipient. */
  counted: boolean;
  /** Whether the venue had it sent again. */
  resent: boolean;
};

type ClaimedRow = Omit<ClaimedMail, 'bookingId' | 'amountCents'> & {
  bookingId: bigint;
  amountCents: bigint | null;
};

/**
 * Takes mails that are due, under a lease in ms: replicas share the work, and what a crashed one had is due
 * again when its lease ends. The least tried come first, so that what fails again and again holds up nothing;
 * of a booking only the oldest, so that its mail goes out in the order of what happened.
 */
export async function claimMail(
  database: BookingDatabase,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedMail[]> {
  const rows = await database.$queryRaw<ClaimedRow[]>`
    WITH due AS MATERIALIZED ( -- as a subquery it may be run for each mail, and lock others every time
      SELECT venue_id, id FROM booking.mail q WHERE status = 'queued' AND next_at <= now() AND NOT EXISTS (
        SELECT FROM booking.mail older
        WHERE (older.venue_id, older.booking_id) = (q.venue_id, q.booking_id) AND older.status = 'queued'
          AND (older.created_at, older.id) < (q.created_at, q.id))
      ORDER BY attempts, next_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    UPDATE booking.mail m SET attempts = m.attempts + 1, next_at = now() + ${leaseMs} * interval '1 millisecond'
    FROM due
    WHERE (m.venue_id, m.id) = (due.venue_id, due.id)
    RETURNING m.venue_id AS "venueId", m.id::text, m.booking_id AS "bookingId", m.kind, m.attempts,
      m.amount_cents AS "amountCents", m.created_at AS "createdAt", m.counted, m.resent`;
  return rows.map((row) => ({
    ...row,
    bookingId: Number(row.bookingId),
    amountCents: row.amountCents === null ? null : Number(row.amountCents),
  }));
}

/**
 * Notes that a mail has gone out. It has, whoever has claimed it meanwhile. Answers whether its guest has
 * been erased meanwhile.
 */
export async function noteSent(database: BookingDatabase, { venueId, id }: ClaimedMail): Promise<boolean> {
  const [booking] = await database.$queryRaw<{ erased: boolean }[]>`
    UPDATE booking.mail m SET status = 'sent', sent_at = now(), last_error = NULL
    FROM booking.booking b
    WHERE m.venue_id = ${venueId} AND m.id = ${id}::uuid AND (b.venue_id, b.id) = (m.venue_id, m.booking_id)
    RETURNING b.erased_at IS NOT NULL AS erased`;
  return booking?.erased ?? true;
}

/**
 * Notes that a mail will not go out.
 * @param end.told whether the venue sees it in the history of the booking
 */
export async function noteEnd(
  database: BookingDatabase,
  mail: ClaimedMail,
  { status, note, told = false }: { status: 'failed' | 'dropped'; note: string; told?: boolean | undefined },
): Promise<void> {
  await database.$executeRaw`
    WITH ended AS (
      UPDATE booking.mail SET status = ${status}, last_error = ${note}
      WHERE venue_id = ${mail.venueId} AND id = ${mail.id}::uuid AND status = 'queued' AND attempts = ${mail.attempts}
      RETURNING venue_id, booking_id
    )
    INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
    SELECT venue_id, booking_id, 'system', 'mail_' || ${status}::text, ${note} FROM ended WHERE ${told}`;
}

/**
 * Gives a mail back, to be tried again after a delay in ms; unless its lease has ended and somebody else has
 * it.
 */
export async function noteLater(
  database: BookingDatabase,
  mail: ClaimedMail,
  { delayMs, note }: { delayMs: number; note: string },
): Promise<void> {
  await database.$executeRaw`
    UPDATE booking.mail SET next_at = now() + ${delayMs} * interval '1 millisecond', last_error = ${note}
    WHERE venue_id = ${mail.venueId} AND id = ${mail.id}::uuid AND status = 'queued' AND attempts = ${mail.attempts}`;
}
