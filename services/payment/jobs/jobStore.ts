import type { PaymentDeps } from '../deps.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { FIRST } from '../payments/paymentStore.ts';

/** Longer than a job may take. After it expires, another worker takes over the jobs of a crashed one. */
const LEASE = '20 seconds';
/** Days after which the provider is no longer asked about an attempt that it never ended. */
const REFRESH_DAYS = 60;
/** The same for a paid attempt, which may be refunded elsewhere or charged back without a webhook. */
const REFRESH_PAID_DAYS = 180;

/** Due work of a venue, under a lease. `tries` includes this one. */
export type Job = { venueId: number; id: string; tries: number } & (
  | { kind: 'payment' }
  /**
   * `isPaymentOver`: its checkout must be ended. `isCreated`: the provider has confirmed the checkout.
   */
  | { kind: 'attempt'; paymentId: string; isPaymentOver: boolean; isCreated: boolean }
  | { kind: 'refund'; attemptId: string; isAccepted: boolean }
);

/**
 * Claims due work: payments that need a checkout or whose hold is over, attempts to ask the provider about,
 * and unfinished refunds. Each venue gets at most `share` jobs, including those under way. Jobs with a
 * webhook come first, then those due longest.
 *
 * An attempt that may not exist at the provider is skipped while its payment is open: the payment's own job
 * covers it. Times are rounded to milliseconds, as the columns are. Otherwise, work that became due at this
 * moment could lie in the future, and its wake-up would be lost.
 */
export const claimJobs = (
  { database }: Pick<PaymentDeps, 'database'>,
  { limit, share, running }: { limit: number; share: number; running: readonly Job[] },
): Promise<Job[]> => database.$queryRaw<Job[]>`
  WITH due AS MATERIALIZED (
    SELECT kind, venue_id, id, since, row_number() OVER (PARTITION BY venue_id ORDER BY hinted DESC, since) + coalesce(jobs, 0) AS place
    FROM (
      SELECT 'payment' AS kind, venue_id, id, next_look_at AS since, false AS hinted
      FROM payment.payment WHERE status = 'open' AND next_look_at <= now()::timestamptz(3)
      UNION ALL
      SELECT 'attempt', a.venue_id, a.id, a.next_refresh_at, a.refresh_wanted
      FROM payment.attempt a
      WHERE (a.status IN ('open', 'paid', 'refunded') OR a.refresh_wanted) AND a.next_refresh_at <= now()::timestamptz(3)
        AND (a.provider_id IS NOT NULL OR a.refresh_wanted OR EXISTS (
          SELECT FROM payment.payment p WHERE p.id = a.payment_id AND p.venue_id + 0 = a.venue_id AND p.status <> 'open'
          OFFSET 0)) -- a lookup by id for few rows, not a join: see docs/decisions/0068
      UNION ALL
      SELECT 'refund', venue_id, id, next_try_at, false
      FROM payment.refund WHERE status IN ('requested', 'pending') AND next_try_at <= now()::timestamptz(3)
    ) AS waiting
    LEFT JOIN (
      SELECT venue_id, count(*) AS jobs FROM unnest(${running.map(({ venueId }) => venueId)}::integer[]) AS busy(venue_id) GROUP BY venue_id
    ) AS busy USING (venue_id)
  ),
  chosen AS MATERIALIZED (
    SELECT kind, venue_id, id FROM due WHERE place <= ${share} ORDER BY place, since LIMIT ${limit}
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
  payment_jobs AS (
    UPDATE payment.payment it SET next_look_at = now() + ${LEASE}::interval, tries = tries + 1
    FROM payments WHERE (it.venue_id, it.id) = (payments.venue_id, payments.id) RETURNING it.*
  ),
  attempt_jobs AS (
    UPDATE payment.attempt it SET next_refresh_at = now() + ${LEASE}::interval, tries = tries + 1
    FROM attempts WHERE (it.venue_id, it.id) = (attempts.venue_id, attempts.id) RETURNING it.*
  ),
  refund_jobs AS (
    UPDATE payment.refund it SET next_try_at = now() + ${LEASE}::interval, tries = tries + 1
    FROM refunds WHERE (it.venue_id, it.id) = (refunds.venue_id, refunds.id) RETURNING it.*
  )
  SELECT 'payment' AS kind, venue_id AS "venueId", id::text, tries, id::text AS "paymentId", NULL AS "attemptId",
    false AS "isPaymentOver", false AS "isCreated", false AS "isAccepted" FROM payment_jobs
  UNION ALL
  SELECT 'attempt', a.venue_id, a.id::text, a.tries, p.id::text, NULL, a.status = 'open' AND p.status <> 'open', a.provider_id IS NOT NULL, false
  FROM attempt_jobs a JOIN payment.payment p ON p.id = a.payment_id AND p.venue_id + 0 = a.venue_id
  UNION ALL
  SELECT 'refund', venue_id, id::text, tries, NULL, attempt_id::text, false, true, status = 'pending' FROM refund_jobs`;

/** Postpones a job by `delayMs`. A payment becomes due at the end of its hold at the latest. */
export async function postponeJob(
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

/** Makes an open payment due again when its hold is over. */
export async function planHoldEnd({ database }: PaymentDeps, { venueId, id }: Job): Promise<void> {
  await database.$executeRaw`
    UPDATE payment.payment SET next_look_at = hold_until, tries = 0
    WHERE venue_id = ${venueId} AND id = ${id}::uuid AND status = 'open' AND hold_until > now()`;
}

/**
 * Plans when to ask the provider about an attempt again: at every interval during the hold, then (for a later
 * payment, whose deadline may be weeks away, from the beginning) less and less often, at least hourly, and
 * weekly once paid. An attempt with a new webhook stays due at once, unless `anyway`.
 */
export async function planNextRefresh(
  { database, sweepIntervalMs }: PaymentDeps,
  { venueId, id }: Job,
  { anyway: force = false } = {},
): Promise<void> {
  await database.$executeRaw`
    UPDATE payment.attempt a SET tries = 0, next_refresh_at = now() + CASE
      WHEN a.created_at < now() - make_interval(days => CASE a.status WHEN 'open' THEN ${REFRESH_DAYS} ELSE ${REFRESH_PAID_DAYS} END::int)
        THEN interval '100 years'
      WHEN a.status = 'open'
        THEN greatest(${sweepIntervalMs} * interval '1 millisecond', least((now() -
          CASE p.purpose WHEN ${FIRST} THEN p.hold_until ELSE a.created_at END) / 4, interval '1 hour'))
      ELSE greatest(interval '1 hour', least((now() - a.paid_at) / 2, interval '7 days')) END
    FROM payment.payment p
    WHERE a.venue_id = ${venueId} AND a.id = ${id}::uuid AND p.id = a.payment_id AND p.venue_id + 0 = a.venue_id
      AND (${force} OR NOT a.refresh_wanted)`;
}

/** Makes a refund that the provider has accepted due again; its attempt is then refreshed. */
export async function planNextRefundCheck({ database }: PaymentDeps, { venueId, id }: Job): Promise<void> {
  await database.$executeRaw`
    UPDATE payment.refund SET next_try_at = now() + interval '1 hour', tries = 0
    WHERE venue_id = ${venueId} AND id = ${id}::uuid`;
}
