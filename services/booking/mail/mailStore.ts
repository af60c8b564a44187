import { columnsOf } from '@venue-booking/kit/postgres/columns';
import type { BookingDatabase } from '../database.ts';
import { Prisma, type Booking as Row } from '../gen/prisma/client.ts';
import type { OwnText } from './mailContent.ts';
import type { MailKind } from './mailKind.ts';

/** A mail that this process may send until its lease ends. `attempts` counts this one as well. */
export type ClaimedMail = {
  venueId: number;
  id: string;
  bookingId: number;
  kind: MailKind;
  /** What a refund gave back; null for other mail. */
  amountCents: number | null;
  /** How many people it was for before the change that it tells of; null when that is still so. */
  peopleBefore: number | null;
  /** Cents that it cost before that; null when that is still so. */
  amountBefore: number | null;
  attempts: number;
  createdAt: Date;
  /** Whether it counts already as a mail to its recipient. */
  counted: boolean;
  /** Whether the venue had it sent again. */
  resent: boolean;
  /** Whether its guest caused it, by a change of their own. */
  byGuest: boolean;
  /** Since when it was due. */
  dueAt: Date;
};

/**
 * Takes mails that are due, under a lease in ms: replicas share the work, and a crash gives it back. The
 * least tried come first, so that what fails again and again holds up nothing; of a booking only the oldest,
 * so that its mail goes out in order, but for what its guest is given time to pay before. Columns round to
 * milliseconds, so now does too: else what became due this moment might be ahead.
 */
export const claimMail = (
  database: BookingDatabase,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedMail[]> => database.$queryRaw<ClaimedMail[]>`
  WITH due AS MATERIALIZED ( -- as a subquery it may be run for each mail, and lock others every time
    SELECT venue_id, id, next_at FROM booking.mail q WHERE status = 'queued' AND next_at <= now()::timestamptz(3) AND NOT EXISTS (
      SELECT FROM booking.mail older
      WHERE (older.venue_id, older.booking_id) = (q.venue_id, q.booking_id) AND older.status = q.status
        AND (older.created_at, older.id) < (q.created_at, q.id)
        AND NOT (older.kind = 'payment_due' AND older.attempts = 0 AND older.next_at > now())
      OFFSET 0) -- by its booking, not joined: see docs/decisions/0068
    ORDER BY attempts, next_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )
  UPDATE booking.mail m SET attempts = m.attempts + 1, next_at = now() + ${leaseMs} * interval '1 millisecond'
  FROM due
  WHERE (m.venue_id, m.id) = (due.venue_id, due.id)
  RETURNING m.venue_id AS "venueId", m.id::text, m.booking_id::float8 AS "bookingId", m.kind, m.attempts,
    m.amount_cents::float8 AS "amountCents", m.people_before AS "peopleBefore",
    m.amount_before::float8 AS "amountBefore", m.created_at AS "createdAt", m.counted, m.resent,
    m.by_guest AS "byGuest",
    due.next_at AS "dueAt"`;

/** A booking with what its mail says besides; the venue's own texts are those in the guest's language. */
export type MailedBooking = Row & { cancelUntilHours: number; ownTexts: OwnText[] };

const BOOKING = Prisma.raw(columnsOf(Prisma.BookingScalarFieldEnum, 'b.'));

/** The bookings of mails as they are now, in the order of these; null for one that is not there. */
export async function readBookings(
  database: BookingDatabase,
  mails: Pick<ClaimedMail, 'venueId' | 'bookingId'>[],
): Promise<(MailedBooking | null)[]> {
  const rows = await database.$queryRaw<(MailedBooking | { id: null })[]>`
    SELECT ${BOOKING}, v.cancel_until_hours AS "cancelUntilHours",
      (SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]') FROM booking.mail_text t WHERE (t.venue_id, t.language) = (b.venue_id, b.locale)) AS "ownTexts"
    FROM unnest(${mails.map(({ venueId }) => venueId)}::integer[], ${mails.map(({ bookingId }) => bookingId)}::bigint[])
      WITH ORDINALITY AS wanted(venue_id, id, place)
    LEFT JOIN booking.booking b ON b.id = wanted.id AND b.venue_id + 0 = wanted.venue_id -- by the id: see docs/decisions/0068
    LEFT JOIN booking.venue v ON v.id = b.venue_id
    ORDER BY wanted.place`;
  return rows.map((row) => (row.id === null ? null : row));
}

/** Notes that mails went out, whoever has them by now. Answers for each whether its guest was erased. */
export async function noteSent(database: BookingDatabase, mails: ClaimedMail[]): Promise<boolean[]> {
  const [venueIds, ids] = keysOf(mails);
  // Each booking by its id, for any plan: see docs/decisions/0068.
  const rows = await database.$queryRaw<{ id: string; erased: boolean }[]>`
    UPDATE booking.mail m SET status = 'sent', sent_at = now(), last_error = NULL
    FROM unnest(${venueIds}::integer[], ${ids}::uuid[]) AS sent(venue_id, id)
    WHERE (m.venue_id, m.id) = (sent.venue_id, sent.id)
    RETURNING m.id::text, coalesce((
      SELECT b.erased_at IS NOT NULL FROM booking.booking b WHERE b.id = m.booking_id AND b.venue_id + 0 = m.venue_id
    ), true) AS erased`;
  const erased = new Map(rows.map((row) => [row.id, row.erased]));
  return mails.map(({ id }) => erased.get(id) ?? true);
}

/** Gives back mails that were not tried, unless somebody else has them meanwhile. */
export async function releaseMail(database: BookingDatabase, mails: ClaimedMail[]): Promise<undefined> {
  const [venueIds, ids] = keysOf(mails);
  await database.$executeRaw`
    UPDATE booking.mail m SET attempts = m.attempts - 1, next_at = back.due_at
    FROM unnest(${venueIds}::integer[], ${ids}::uuid[], ${mails.map(({ attempts }) => attempts)}::integer[],
      ${mails.map(({ dueAt }) => dueAt)}::timestamptz[]) AS back(venue_id, id, attempts, due_at)
    WHERE (m.venue_id, m.id, m.attempts) = (back.venue_id, back.id, back.attempts) AND m.status = 'queued'`;
}

/** How mails share statements: nobody waits for some ms of theirs. */
export const TOGETHER = { gatherMs: 5 };

const keysOf = (mails: ClaimedMail[]): [number[], string[]] => [
  mails.map(({ venueId }) => venueId),
  mails.map(({ id }) => id),
];

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

/** Has a mail tried again after a delay in ms, unless its lease has ended and somebody else has it. */
export async function noteLater(
  database: BookingDatabase,
  mail: ClaimedMail,
  { delayMs, note }: { delayMs: number; note: string },
): Promise<void> {
  await database.$executeRaw`
    UPDATE booking.mail SET next_at = now() + ${delayMs} * interval '1 millisecond', last_error = ${note}
    WHERE venue_id = ${mail.venueId} AND id = ${mail.id}::uuid AND status = 'queued' AND attempts = ${mail.attempts}`;
}
