import assert from 'node:assert/strict';
import { eventually } from './api.ts';
import type { Stack } from './stack.ts';

/**
 * For each booking with online payment: what was captured, refunded and is owed once everything has settled.
 */
const BOOKS = `
  SELECT b.id::int AS booking, b.status,
    coalesce(m.captured, 0)::int AS captured,
    coalesce(m.refunded, 0)::int AS refunded,
    (CASE WHEN b.status IN ('confirmed', 'checked_in', 'no_show') THEN least(greatest(m.captured - coalesce(m.refunded, 0), paid - coalesce(m.by_owner, 0)),
        paid, m.captured - coalesce(m.by_owner, 0))
      WHEN b.kept_cents > 0 THEN least(b.kept_cents - coalesce(m.after_all, 0), m.captured - coalesce(m.by_owner, 0)) ELSE 0 END)::int AS owed
  FROM booking.booking b, LATERAL (SELECT coalesce(b.paid_cents, b.amount_cents) + b.further_cents - b.desk_cents AS paid) p
  LEFT JOIN LATERAL (
    SELECT sum(a.captured_cents) AS captured, sum(r.refunded) AS refunded, sum(r.by_owner) AS by_owner, sum(r.after_all) AS after_all
    FROM payment.payment p
    JOIN payment.attempt a ON a.venue_id = p.venue_id AND a.payment_id = p.id,
    LATERAL (
      SELECT sum(amount_cents) AS refunded, sum(amount_cents) FILTER (WHERE reason = 'owner') AS by_owner,
        sum(amount_cents) FILTER (WHERE reason = 'owner' AND created_at > by_rules) AS after_all
      FROM payment.refund r, LATERAL (
        SELECT min(created_at) AS by_rules FROM payment.refund c
        WHERE (c.venue_id, c.attempt_id) = (r.venue_id, r.attempt_id) AND c.reason = 'cancelled' AND c.status IN ('pending', 'succeeded')
      ) c
      WHERE r.venue_id = a.venue_id AND r.attempt_id = a.id AND r.status IN ('pending', 'succeeded')
    ) r
    WHERE p.venue_id = b.venue_id AND p.booking_id = b.id
  ) m ON true
  WHERE b.payment_id IS NOT NULL AND ($1::int IS NULL OR b.venue_id = $1)`;

/**
 * Bookings whose books don't balance, of one venue or of all. Captured − refunded must be the price of a
 * confirmed booking and 0 for any other. A cancelled booking keeps what the rules or the venue decided, minus
 * what the venue refunded of it later. A refund by the venue may or may not be part of a later price
 * reduction, so both are accepted.
 */
export async function unbalanced(
  { database }: Pick<Stack, 'database'>,
  venueId: number | null = null,
): Promise<unknown[]> {
  const { rows } = await database.query(`SELECT * FROM (${BOOKS}) books WHERE captured - refunded <> owed`, [
    venueId,
  ]);
  return rows;
}

/** Waits until the books balance, which includes pending refunds. */
export const booksBalance = (stack: Pick<Stack, 'database'>) =>
  eventually('the books balance', async () => (await unbalanced(stack)).length === 0);

/** Asserts that captured − refunded is what bookings owe, once everything in progress has ended. */
export async function assertMoneyHolds(stack: Pick<Stack, 'database'>): Promise<void> {
  await booksBalance(stack).catch(() => {});
  assert.deepEqual(await unbalanced(stack), [], 'captured − refunded is what confirmed bookings owe');
}

/**
 * Asserts that captured − refunded is what bookings owe by the provider's own books too.
 * @param totals in cents, by the attempt id that the provider has stored
 */
export async function assertProviderAgrees(
  { database }: Pick<Stack, 'database'>,
  totals: Record<string, { captured: number; refunded: number }>,
): Promise<void> {
  const { rows } = await database.query(`
    SELECT b.id::int AS booking, array_agg(a.id) AS attempts,
      (CASE WHEN b.status IN ('confirmed', 'checked_in', 'no_show') THEN coalesce(b.paid_cents, b.amount_cents) + b.further_cents - b.desk_cents ELSE coalesce(b.kept_cents, 0) END)::int AS owed
    FROM booking.booking b
    JOIN payment.payment p ON p.venue_id = b.venue_id AND p.booking_id = b.id
    JOIN payment.attempt a ON a.venue_id = p.venue_id AND a.payment_id = p.id
    GROUP BY b.id, b.status, b.amount_cents, b.paid_cents, b.kept_cents, b.further_cents, b.desk_cents`);
  const left = (attempt: string) => (totals[attempt]?.captured ?? 0) - (totals[attempt]?.refunded ?? 0);
  const wrong = rows.filter(
    ({ attempts, owed }) => attempts.reduce((sum: number, id: string) => sum + left(id), 0) !== owed,
  );
  assert.deepEqual(wrong, [], 'the provider has what confirmed bookings owe');
  const known = new Set(rows.flatMap(({ attempts }) => attempts));
  const strays = Object.keys(totals).filter((attempt) => !known.has(attempt) && left(attempt) !== 0);
  assert.deepEqual(strays, [], 'the provider has no money without a booking');
}

/**
 * Asserts that no effect of a payment happened twice, at one venue or at all: no event, no mail and no
 * history entry.
 */
export async function assertOnce(
  { database }: Pick<Stack, 'database'>,
  venueId: number | null = null,
): Promise<void> {
  const told = "($1::text IS NULL OR payload->>'venueId' = $1)";
  const here = '($1::text IS NULL OR venue_id::text = $1)';
  const twice: Record<string, string> = {
    'payment_paid was published': `
      SELECT payload->>'paymentId' FROM payment.outbox WHERE ${told} AND subject = 'events.payment.payment_paid' GROUP BY 1 HAVING count(*) > 1`,
    'payment_refunded was published': `
      SELECT payload->>'refundId' FROM payment.outbox WHERE ${told} AND subject = 'events.payment.payment_refunded'
        AND payload->>'failed' IS NULL GROUP BY 1 HAVING count(*) > 1`,
    'a booking changed to a status': `
      SELECT payload->>'bookingId', payload->>'status' FROM booking.outbox
      WHERE ${told} AND subject = 'events.booking.booking_status_changed'
        AND payload->>'status' NOT IN ('checked_in', 'no_show') AND payload->>'previousStatus' NOT IN ('checked_in', 'no_show')
      GROUP BY 1, 2 HAVING count(*) > 1`,
    'a mail was queued': `
      SELECT booking_id, kind FROM booking.mail WHERE ${here} AND kind NOT IN ('refunded', 'refund_failed', 'changed', 'payment_link', 'payment_received') AND NOT resent
      GROUP BY 1, 2 HAVING count(*) > 1`,
    'a refund was mailed': `
      SELECT m.booking_id FROM booking.mail m WHERE ${here} AND m.kind = 'refunded' GROUP BY 1
      HAVING count(*) > (SELECT count(*) FROM payment.refund r
        JOIN payment.attempt a ON a.venue_id = r.venue_id AND a.id = r.attempt_id
        JOIN payment.payment p ON p.venue_id = a.venue_id AND p.id = a.payment_id
        WHERE p.booking_id = m.booking_id AND (r.status IN ('pending', 'succeeded') OR r.provider_id IS NOT NULL))`,
    'money was refunded for a reason': `
      SELECT attempt_id, reason FROM payment.refund WHERE ${here} AND reason NOT IN ('owner', 'changed') AND status <> 'failed' GROUP BY 1, 2 HAVING count(*) > 1`,
    'a status is in the history': `
      SELECT booking_id, action FROM booking.history
      WHERE ${here} AND action IN ('created', 'confirmed', 'expired', 'cancelled') GROUP BY 1, 2 HAVING count(*) > 1`,
    'a payment is in the history': `
      SELECT h.booking_id FROM booking.history h WHERE ${here} AND h.action = 'paid' GROUP BY 1
      HAVING count(*) > 1 + (SELECT count(*) FROM booking.further_payment f
        WHERE f.booking_id = h.booking_id AND f.method = 'online' AND f.status = 'paid')`,
  };
  for (const [what, query] of Object.entries(twice)) {
    const { rows } = await database.query(query, [venueId]);
    assert.deepEqual(rows, [], `${what} twice`);
  }
}
