import type { PaymentDeps } from './deps.ts';
import { Prisma } from './gen/prisma/client.ts';

/** Longer than a job may take: after it, another worker takes what a crashed one had. */
const LEASE = '20 seconds';
/** After this long nobody asks about an attempt any more that its provider never ended. */
const ASK_FOR_DAYS = 60;
/** And about one that was paid: it can be refunded elsewhere, or taken back, without a word. */
const ASK_PAID_FOR_DAYS = 180;

/** What is due of a venue, under a lease. `tries` counts this one as well. */
export type Job = { venueId: number; id: string; tries: number } & (
  | { kind: 'payment' }
  /** `unwanted`: its payment is over, so the checkout is to be ended. `isMade`: its provider told of it. */
  | { kind: 'attempt'; paymentId: string; unwanted: boolean; isMade: boolean }
  | { kind: 'refund'; attemptId: string; isAsked: boolean }
);

/**
 * Takes what is due: payments that want a checkout or whose hold is over, attempts that are to be asked
 * about, refunds that are not done. Of each venue come at most `share`, beside those under way; first what a
 * provider told of, then what waits longest. An attempt that the provider may not know of is left alone while
 * its payment is wanted, as the payment's own row is due for that. The time is as exact as the columns are,
 * which round to milliseconds: else what became due this moment might be a moment ahead, and its nudge lost.
 */
export const claimJobs = (
  { database }: Pick<PaymentDeps, 'database'>,
  { room, share, underWay }: { room: number; share: number; underWay: readonly Job[] },
): Promise<Job[]> => database.$queryRaw<Job[]>`
  WITH due AS MATERIALIZED (
    SELECT kind, venue_id, id, since, row_number() OVER (PARTITION BY venue_id ORDER BY told DESC, since) + coalesce(jobs, 0) AS place
    FROM (
      SELECT 'payment' AS kind, venue_id, id, next_look_at AS since, false AS told
      FROM payment.payment WHERE status = 'open' AND next_look_at <= now()::timestamptz(3)
      UNION ALL
      SELECT 'attempt', a.venue_id, a.id, a.next_refresh_at, a.refresh_wanted
      FROM payment.attempt a
      WHERE (a.status IN ('open', 'paid', 'refunded') OR a.refresh_wanted) AND a.next_refresh_at <= now()::timestamptz(3)
        AND (a.provider_id IS NOT NULL OR a.refresh_wanted OR EXISTS (
          SELECT FROM payment.payment p WHERE p.id = a.payment_id AND p.venue_id + 0 = a.venue_id AND p.status <> 'open'
          OFFSET 0)) -- by the id, for few, not joined: see docs/decisions/0068
      UNION ALL
      SELECT 'refund', venue_id, id, next_try_at, false
      FROM payment.refund WHERE status IN ('requested', 'pending') AND next_try_at <= now()::timestamptz(3)
    ) AS waiting
    LEFT JOIN (
      SELECT venue_id, count(*) AS jobs FROM unnest(${underWay.map(({ venueId }) => venueId)}::integer[]) AS busy(venue_id) GROUP BY venue_id
    ) AS busy USING (venue_id)
  ),
  chosen AS MATERIALIZED (
    SELECT kind, venue_id, id FROM due WHERE place <= ${share} ORDER BY place, since LIMIT ${room}
  ),
  payments AS MATERIALIZED (
    SELECT p.venue_id, p.id FROM payment.payment p JOIN chosen USING (venue_id, id)
    WHERE kind = 'payment' AND p.status = 'open' AND p.next_look_at <= now()::timestamptz(3) FOR NO KEY UPDATE OF p SKIP LOCKED
  ),
  attempts AS MATERIALIZED (
    SELECT a.venue_id, a.id FROM payment.attempt a JOIN chosen USING (venue_id, id)
    WHERE kind = 'attempt' AND a.next_refresh_at <= now()::timestamptz(3) FOR NO KEY UPDATE OF a SKIP LOCKED
  ),
  refunds AS MATERIALIZED (
    SELECT r.venue_id, r.id FROM payment.refund r JOIN chosen USING (venue_id, id)
    WHERE kind = 'refund' AND r.next_try_at <= now()::timestamptz(3) FOR NO KEY UPDATE OF r SKIP LOCKED
  ),
  looked AS (
    UPDATE payment.payment it SET next_look_at = now() + ${LEASE}::interval, tries = tries + 1
    FROM payments WHERE (it.venue_id, it.id) = (payments.venue_id, payments.id) RETURNING it.*
  ),
  asked AS (
    UPDATE payment.attempt it SET next_refresh_at = now() + ${LEASE}::interval, tries = tries + 1
    FROM attempts WHERE (it.venue_id, it.id) = (attempts.venue_id, attempts.id) RETURNING it.*
  ),
  tried AS (
    UPDATE payment.refund it SET next_try_at = now() + ${LEASE}::interval, tries = tries + 1
    FROM refunds WHERE (it.venue_id, it.id) = (refunds.venue_id, refunds.id) RETURNING it.*
  )
  SELECT 'payment' AS kind, venue_id AS "venueId", id::text, tries, id::text AS "paymentId", NULL AS "attemptId",
    false AS unwanted, false AS "isMade", false AS "isAsked" FROM looked
  UNION ALL
  SELECT 'attempt', a.venue_id, a.id::text, a.tries, p.id::text, NULL, a.status = 'open' AND p.status <> 'open', a.provider_id IS NOT NULL, false
  FROM asked a JOIN payment.payment p ON p.id = a.payment_id AND p.venue_id + 0 = a.venue_id
  UNION ALL
  SELECT 'refund', venue_id, id::text, tries, NULL, attempt_id::text, false, true, status = 'pending' FROM tried`;

/** Has a job wait for a while, in ms; what ends with a hold is looked at then at the latest. */
export async function putOff(
  { database }: PaymentDeps,
  { kind, venueId, id }: Job,
  delayMs: number,
): Promise<void> {
  const wait = Prisma.sql`${delayMs} * interval '1 millisecond'`;
  const { table, column } = {
    payment: { table: Prisma.sql`payment.payment`, column: Prisma.sql`next_look_at` },
    attempt: { table: Prisma.sql`payment.attempt`, column: Prisma.sql`next_refresh_at` },
    refund: { table: Prisma.sql`payment.refund`, column: Prisma.sql`next_try_at` },
  }[kind];
  const limit =
    kind === 'payment' ? Prisma.sql`CASE WHEN hold_until > now() THEN hold_until END` : Prisma.sql`NULL`;
  await database.$executeRaw`
    UPDATE ${table} SET ${column} = least(now() + ${wait}, ${limit}) WHERE venue_id = ${venueId} AND id = ${id}::uuid`;
}

/** A payment that can be paid is looked at again when its hold is over. */
export async function waitForHoldEnd({ database }: PaymentDeps, { venueId, id }: Job): Promise<void> {
  await database.$executeRaw`
    UPDATE payment.payment SET next_look_at = hold_until, tries = 0
    WHERE venue_id = ${venueId} AND id = ${id}::uuid AND status = 'open' AND hold_until > now()`;
}

/**
 * Plans when to ask about an attempt again: during the hold at every interval, then ever less often, at least
 * hourly, and weekly what was paid. What was told meanwhile is due at once, unless `anyway`.
 */
export async function planNextAsking(
  { database, sweepIntervalMs }: PaymentDeps,
  { venueId, id }: Job,
  { anyway = false } = {},
): Promise<void> {
  await database.$executeRaw`
    UPDATE payment.attempt a SET tries = 0, next_refresh_at = now() + CASE
      WHEN a.created_at < now() - make_interval(days => CASE a.status WHEN 'open' THEN ${ASK_FOR_DAYS} ELSE ${ASK_PAID_FOR_DAYS} END::int)
        THEN interval '100 years'
      WHEN a.status = 'open'
        THEN greatest(${sweepIntervalMs} * interval '1 millisecond', least((now() - p.hold_until) / 4, interval '1 hour'))
      ELSE greatest(interval '1 hour', least((now() - a.paid_at) / 2, interval '7 days')) END
    FROM payment.payment p
    WHERE a.venue_id = ${venueId} AND a.id = ${id}::uuid AND p.id = a.payment_id AND p.venue_id + 0 = a.venue_id
      AND (${anyway} OR NOT a.refresh_wanted)`;
}

/** A refund that the provider has is asked about again, through its attempt. */
export async function planNextLook({ database }: PaymentDeps, { venueId, id }: Job): Promise<void> {
  await database.$executeRaw`
    UPDATE payment.refund SET next_try_at = now() + interval '1 hour', tries = 0
    WHERE venue_id = ${venueId} AND id = ${id}::uuid`;
}
