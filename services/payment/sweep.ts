import { every } from '@venue-booking/kit/process/every';
import type { PaymentDeps } from './deps.ts';

/** Rows that one sweep puts on the queue, of each kind. */
const BATCH = 500;
/**
 * Attempts of one account among them, so that work for a provider that hangs leaves room for what others are
 * waiting for.
 */
const SHARE = 100;
/** After this long nobody asks about an attempt any more that its provider never ended. */
const ASK_FOR_DAYS = 60;
/**
 * And about one that was paid, which can be refunded elsewhere or taken back by a bank without anybody
 * telling.
 */
const ASK_PAID_FOR_DAYS = 180;

/**
 * Puts on the queue what nothing was heard of: attempts that are open or were paid, payments whose hold is
 * over, refunds that are not done. Each is moved ahead in the same statement, so that replicas share the work
 * and nothing is queued twice.
 */
export async function sweepPayments(
  { database, wakeRelay }: Pick<PaymentDeps, 'database' | 'wakeRelay'>,
  intervalMs: number,
): Promise<void> {
  // A little less than an interval: what was moved ahead at one sweep is due at the next.
  const interval = `${intervalMs * 0.9} milliseconds`;
  // While the hold lasts at every sweep; afterwards the less often the longer ago that is, at least hourly,
  // and weekly what was paid. Of a payment that is no longer open nothing more is wanted: then the checkout
  // is to be ended, also one that the provider may not know of.
  const asked = await database.$executeRaw`
    WITH waiting AS (
      SELECT a.venue_id, a.id, p.hold_until, a.status = 'open' AND p.status <> 'open' AS unwanted,
        row_number() OVER (PARTITION BY a.account_id ORDER BY a.next_refresh_at) AS place
      FROM payment.attempt a JOIN payment.payment p ON p.venue_id = a.venue_id AND p.id = a.payment_id
      WHERE a.status IN ('open', 'paid', 'refunded') AND a.next_refresh_at <= now() AND (a.provider_id IS NOT NULL OR p.status <> 'open')
    ),
    due AS (
      SELECT a.venue_id, a.id, waiting.hold_until, waiting.unwanted FROM payment.attempt a
      JOIN waiting ON waiting.venue_id = a.venue_id AND waiting.id = a.id
      WHERE a.next_refresh_at <= now() AND waiting.place <= ${SHARE}
      ORDER BY a.next_refresh_at LIMIT ${BATCH} FOR UPDATE OF a SKIP LOCKED
    ),
    moved AS (
      UPDATE payment.attempt a SET next_refresh_at = now() + CASE
        WHEN a.created_at < now() - make_interval(days => CASE a.status WHEN 'open' THEN ${ASK_FOR_DAYS} ELSE ${ASK_PAID_FOR_DAYS} END::int)
          THEN interval '100 years'
        WHEN a.status = 'open' THEN greatest(${interval}::interval, least((now() - due.hold_until) / 4, interval '1 hour'))
        ELSE greatest(interval '1 hour', least((now() - a.paid_at) / 2, interval '7 days')) END
      FROM due WHERE (a.venue_id, a.id) = (due.venue_id, due.id)
      RETURNING a.venue_id, a.id, a.payment_id, due.unwanted
    )
    INSERT INTO payment.outbox (subject, payload)
    SELECT CASE WHEN unwanted THEN 'events.payment.hold_ended' ELSE 'events.payment.refresh_requested' END,
      jsonb_build_object('venueId', venue_id)
        || CASE WHEN unwanted THEN jsonb_build_object('paymentId', payment_id) ELSE jsonb_build_object('attemptId', id) END
    FROM moved`;
  const ended = await database.$executeRaw`
    WITH due AS (
      SELECT venue_id, id FROM payment.payment WHERE status = 'open' AND next_look_at <= now()
      ORDER BY next_look_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    ),
    moved AS (
      UPDATE payment.payment p SET next_look_at = now() + ${interval}::interval
      FROM due WHERE (p.venue_id, p.id) = (due.venue_id, due.id)
      RETURNING p.venue_id, p.id
    )
    INSERT INTO payment.outbox (subject, payload)
    SELECT 'events.payment.hold_ended', jsonb_build_object('venueId', venue_id, 'paymentId', id) FROM moved`;
  // A refund waits longer each time, at most an hour; one that the provider has is asked about through its
  // attempt.
  const refunds = await database.$executeRaw`
    WITH due AS (
      SELECT venue_id, id, attempt_id, status FROM payment.refund
      WHERE status IN ('requested', 'pending') AND next_try_at <= now()
      ORDER BY next_try_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    ),
    moved AS (
      UPDATE payment.refund r SET tries = tries + 1, next_try_at = now() + CASE due.status
        WHEN 'requested' THEN least(${interval}::interval * power(2, least(tries, 10)), interval '1 hour')
        ELSE interval '1 hour' END
      FROM due WHERE (r.venue_id, r.id) = (due.venue_id, due.id)
      RETURNING r.venue_id, r.id, r.attempt_id, due.status
    )
    INSERT INTO payment.outbox (subject, payload)
    SELECT CASE status WHEN 'requested' THEN 'events.payment.refund_requested' ELSE 'events.payment.refresh_requested' END,
      CASE status WHEN 'requested' THEN jsonb_build_object('venueId', venue_id, 'refundId', id)
        ELSE jsonb_build_object('venueId', venue_id, 'attemptId', attempt_id) END
    FROM moved`;
  if (asked + ended + refunds > 0) wakeRelay();
}

/** Sweeps at an interval until stopped. */
export const startSweep = (deps: PaymentDeps, intervalMs: number) =>
  every(
    intervalMs,
    {
      name: 'payment sweep',
      budgetMs: Math.max(intervalMs, 5000),
      run: () => sweepPayments(deps, intervalMs),
    },
    deps.log,
  );
