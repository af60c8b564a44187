import { columnsOf } from '@venue-booking/kit/postgres/columns';
import { type FacilityNames, forGuest } from '../../core/facilityNames.ts';
import type { VisitInfo } from '../../core/visitInfo.ts';
import type { BookingDatabase } from '../../database.ts';
import { Prisma, type Booking as Row } from '../../gen/prisma/client.ts';
import type { GuestMessage, OwnText } from '../texts/mailContent.ts';
import type { MailKind } from '../texts/mailKind.ts';

/** A mail that this process may send until its lease ends. `attempts` includes the current one. */
export type ClaimedMail = {
  venueId: number;
  id: string;
  bookingId: number;
  /** The bookings that it is about, by start; null: `bookingId` alone. */
  bookingIds: number[] | null;
  kind: MailKind;
  /** Amount of a refund; null for other mail. */
  amountCents: number | null;
  /** Number of people before the change that the mail is about; null if unchanged. */
  peopleBefore: number | null;
  /** Price in cents before that change; null if unchanged. */
  amountBefore: number | null;
  attempts: number;
  createdAt: Date;
  /** Whether it is already counted towards its recipient's limit. */
  counted: boolean;
  /** Whether the venue had it resent. */
  resent: boolean;
  /** Whether the guest triggered it by changing the booking. */
  byGuest: boolean;
  /** The text of a venue's message; null for other mail. */
  message: GuestMessage | null;
  dueAt: Date;
};

/**
 * Claims due mails under a lease in ms, so that replicas share the work and a crash releases it. Mails with
 * the fewest attempts come first, so that failing mails delay nothing. Only the oldest mail of a booking is
 * claimed, to keep its mails in order. One that waits for its first attempt, such as a payment reminder, does
 * not count. `now()` is rounded to milliseconds like the columns, or a mail due this millisecond could appear
 * to lie in the future.
 */
export const claimMail = (
  database: BookingDatabase,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedMail[]> => database.$queryRaw<ClaimedMail[]>`
  WITH due AS MATERIALIZED ( -- a plain subquery may run once per mail and lock other rows each time
    SELECT venue_id, id, next_at FROM booking.mail q WHERE status = 'queued' AND next_at <= now()::timestamptz(3) AND NOT EXISTS (
      SELECT FROM booking.mail older
      WHERE older.booking_id = q.booking_id AND older.venue_id + 0 = q.venue_id AND older.status = q.status
        AND (older.created_at, older.id) < (q.created_at, q.id)
        AND NOT (older.attempts = 0 AND older.next_at > now())
      OFFSET 0) -- per booking, not joined; see docs/decisions/0068
    ORDER BY attempts, next_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )
  UPDATE booking.mail m SET attempts = m.attempts + 1, next_at = now() + ${leaseMs} * interval '1 millisecond'
  FROM due
  WHERE (m.venue_id, m.id) = (due.venue_id, due.id)
  RETURNING m.venue_id AS "venueId", m.id::text, m.booking_id::float8 AS "bookingId", m.booking_ids::float8[] AS "bookingIds", m.kind, m.attempts,
    m.amount_cents::float8 AS "amountCents", m.people_before AS "peopleBefore",
    m.amount_before::float8 AS "amountBefore", m.created_at AS "createdAt", m.counted, m.resent,
    m.by_guest AS "byGuest",
    (SELECT json_build_object('subject', g.subject, 'body', g.body) FROM booking.message g
      WHERE (g.venue_id, g.id) = (m.venue_id, m.message_id)) AS message,
    due.next_at AS "dueAt"`;

/**
 * A booking with further data for its mail, and its facility's name in the guest's language. `ownTexts`: the
 * venue's own texts in that language.
 */
export type MailedBooking = Row & {
  cancelUntilHours: number;
  changeUntilHours: number | null;
  ownTexts: OwnText[];
  /** Of the venue, then of the facility. */
  visitInfos: [VisitInfo, VisitInfo];
  reviewUrl: string | null;
};

const BOOKING = Prisma.raw(columnsOf(Prisma.BookingScalarFieldEnum, 'b.'));

/** The current bookings of these mails, in the same order; null for a missing booking. */
export async function readBookings(
  database: BookingDatabase,
  mails: Pick<ClaimedMail, 'venueId' | 'bookingId'>[],
): Promise<(MailedBooking | null)[]> {
  const rows = await database.$queryRaw<
    ((MailedBooking & { facilityNames: FacilityNames }) | { id: null })[]
  >`
    SELECT ${BOOKING}, v.cancel_until_hours AS "cancelUntilHours", v.change_until_hours AS "changeUntilHours",
      f.names AS "facilityNames", jsonb_build_array(v.visit_info, f.visit_info) AS "visitInfos", v.review_url AS "reviewUrl",
      (SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]') FROM booking.mail_text t WHERE (t.venue_id, t.language) = (b.venue_id, b.locale)) AS "ownTexts"
    FROM unnest(${mails.map(({ venueId }) => venueId)}::integer[], ${mails.map(({ bookingId }) => bookingId)}::bigint[])
      WITH ORDINALITY AS requested(venue_id, id, place)
    LEFT JOIN booking.booking b ON b.id = requested.id AND b.venue_id + 0 = requested.venue_id -- by id; see docs/decisions/0068
    LEFT JOIN booking.venue v ON v.id = b.venue_id
    LEFT JOIN booking.facility f ON f.id = b.facility_id
    ORDER BY requested.place`;
  return rows.map((row) => (row.id === null ? null : forGuest(row, row.facilityNames)));
}

/** Marks mails as sent, whichever process holds the lease. Returns for each whether its guest was erased. */
export async function recordSent(database: BookingDatabase, mails: ClaimedMail[]): Promise<boolean[]> {
  const [venueIds, ids] = keysOf(mails);
  // Look up each booking by id under any plan; see docs/decisions/0068.
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

/** Releases mails that were not attempted until `dueAt`, unless another process has claimed them. */
export async function releaseMail(database: BookingDatabase, mails: ClaimedMail[]): Promise<undefined> {
  const [venueIds, ids] = keysOf(mails);
  await database.$executeRaw`
    UPDATE booking.mail m SET attempts = m.attempts - 1, next_at = released.due_at
    FROM unnest(${venueIds}::integer[], ${ids}::uuid[], ${mails.map(({ attempts }) => attempts)}::integer[],
      ${mails.map(({ dueAt }) => dueAt)}::timestamptz[]) AS released(venue_id, id, attempts, due_at)
    WHERE (m.venue_id, m.id, m.attempts) = (released.venue_id, released.id, released.attempts) AND m.status = 'queued'`;
}

/** Statements collect mails for this long; a few ms don't matter for mail. */
export const BATCHING = { collectMs: 5 };

const keysOf = (mails: ClaimedMail[]): [number[], string[]] => [
  mails.map(({ venueId }) => venueId),
  mails.map(({ id }) => id),
];

/**
 * Marks a mail as failed or dropped.
 * @param end.inHistory whether the history of the booking shows it to the venue
 */
export async function recordEnd(
  database: BookingDatabase,
  mail: ClaimedMail,
  {
    status,
    note,
    inHistory = false,
  }: { status: 'failed' | 'dropped'; note: string; inHistory?: boolean | undefined },
): Promise<void> {
  await database.$executeRaw`
    WITH ended AS (
      UPDATE booking.mail SET status = ${status}, last_error = ${note}
      WHERE venue_id = ${mail.venueId} AND id = ${mail.id}::uuid AND status = 'queued' AND attempts = ${mail.attempts}
      RETURNING venue_id, booking_id
    )
    INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
    SELECT venue_id, booking_id, 'system', 'mail_' || ${status}::text, ${note} FROM ended WHERE ${inHistory}`;
}

/** Schedules a retry after a delay in ms, unless another process has claimed the mail. */
export async function recordRetry(
  database: BookingDatabase,
  mail: ClaimedMail,
  { delayMs, note }: { delayMs: number; note: string },
): Promise<void> {
  await database.$executeRaw`
    UPDATE booking.mail SET next_at = now() + ${delayMs} * interval '1 millisecond', last_error = ${note}
    WHERE venue_id = ${mail.venueId} AND id = ${mail.id}::uuid AND status = 'queued' AND attempts = ${mail.attempts}`;
}

/** The `traceparent` of the event that queued a mail, which has its id; null if there is none. */
export async function traceOf(database: BookingDatabase, { id }: ClaimedMail): Promise<string | null> {
  const [row] = await database.$queryRaw<{ traceparent: string | null }[]>`
    SELECT traceparent FROM booking.outbox WHERE id = ${id}::uuid`;
  return row?.traceparent ?? null;
}
