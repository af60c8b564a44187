import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';

/**
 * The rows that have an SMS: mails of bookings, and entries of waiting lists, for their offer. The id of an
 * SMS at the provider is that of the mail, or that of the offer.
 */
const SOURCES = {
  mail: { table: Prisma.raw('booking.mail'), smsId: Prisma.raw('q.id::text'), type: Prisma.raw('uuid') },
  waiting: {
    table: Prisma.raw('booking.waiting'),
    smsId: Prisma.raw('q.offer_uid::text'),
    type: Prisma.raw('bigint'),
  },
};
export type SmsSource = keyof typeof SOURCES;

/** An SMS that this process may send until its lease ends. `smsId`: null if its offer has ended. */
export type ClaimedSms = {
  venueId: number;
  id: string;
  smsId: string | null;
  attempts: number;
  counted: boolean;
};

/** Why an SMS was not sent, as a code. */
export type SmsNote = 'number_unusable' | 'too_many' | 'refused' | 'not_needed';

/** Claims due SMS under a lease in ms, so that replicas share the work and a crash releases it. */
export const claimSms = (
  database: BookingDatabase,
  source: SmsSource,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedSms[]> => {
  const { table, smsId } = SOURCES[source];
  return database.$queryRaw<ClaimedSms[]>`
    WITH due AS MATERIALIZED (
      SELECT venue_id, id FROM ${table} WHERE sms_next_at <= now()::timestamptz(3)
      ORDER BY sms_next_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    UPDATE ${table} q SET sms_attempts = q.sms_attempts + 1, sms_next_at = now() + ${leaseMs} * interval '1 millisecond'
    FROM due WHERE q.venue_id = due.venue_id AND q.id = due.id
    RETURNING q.venue_id AS "venueId", q.id::text AS id, ${smsId} AS "smsId", q.sms_attempts AS attempts, q.sms_counted AS counted`;
};

/** The row, unless another process or another offer has replaced the SMS. */
const isOwn = (source: SmsSource, { venueId, id, attempts }: ClaimedSms): Prisma.Sql =>
  Prisma.sql`q.venue_id = ${venueId} AND q.id = ${id}::${SOURCES[source].type} AND q.sms_attempts = ${attempts} AND q.sms_status = 'queued'`;

/**
 * Counts an SMS towards the limits, in the statement that records it, so that a crash never counts it twice.
 * Returns whether the limits allow it; null if the SMS is no longer this one.
 * @param counting counts and is whether the limits allow it
 */
export async function countSms(
  database: BookingDatabase,
  source: SmsSource,
  { sms, counting }: { sms: ClaimedSms; counting: Prisma.Sql },
): Promise<boolean | null> {
  const { table } = SOURCES[source];
  const [row] = await database.$queryRaw<{ allowed: boolean }[]>`
    WITH own AS MATERIALIZED (SELECT venue_id, id FROM ${table} q WHERE ${isOwn(source, sms)} FOR UPDATE),
    turn AS MATERIALIZED (SELECT venue_id, id, ${counting} AS allowed FROM own),
    counted AS (
      UPDATE ${table} q SET sms_counted = true FROM turn WHERE q.venue_id = turn.venue_id AND q.id = turn.id AND allowed
    )
    SELECT allowed FROM turn`;
  return row?.allowed ?? null;
}

/** Ends an SMS. @param end.note why it was not sent */
export const recordSmsEnd = (
  database: BookingDatabase,
  source: SmsSource,
  {
    sms,
    status,
    note = null,
  }: { sms: ClaimedSms; status: 'sent' | 'failed' | 'dropped' | null; note?: SmsNote | null },
): Promise<number> => database.$executeRaw`
  UPDATE ${SOURCES[source].table} q SET sms_status = ${status}, sms_note = ${note}, sms_next_at = NULL WHERE ${isOwn(source, sms)}`;

/** Schedules the next attempt. */
export const recordSmsRetry = (
  database: BookingDatabase,
  source: SmsSource,
  { sms, at }: { sms: ClaimedSms; at: Date },
): Promise<number> => database.$executeRaw`
  UPDATE ${SOURCES[source].table} q SET sms_next_at = ${at} WHERE ${isOwn(source, sms)}`;
