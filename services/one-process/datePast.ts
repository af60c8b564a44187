import { randomUUID } from 'node:crypto';
import { formatEuro } from '@venue-booking/domain/wording/formats';
import type { AdminBookingDetail } from '@venue-booking/proto/booking/adminBooking';
import { toCents } from '@venue-booking/proto/primitives';
import pg from 'pg';
import type { PastParty } from './demo/pastParties.ts';

/** A booking that was just made or cancelled for a past time, and its party. */
export type PastBooking = {
  booking: Pick<AdminBookingDetail, 'id' | 'amount_eur'>;
  /** Start of its slot, ms since 1970. */
  startsAt: number;
  party: PastParty;
};

const MINUTE_MS = 60_000;
/** Guests who cancel later than this keep nothing: the venue refunds until then. */
const REFUND_UNTIL_MS = 24 * 60 * MINUTE_MS;

/**
 * Gives past bookings of a venue the times, attendance and payments that they would have. The calls of the
 * product only know the present. Used for the demo only.
 */
export async function datePast(
  databaseUrl: string,
  venueId: number,
  past: readonly PastBooking[],
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query(
      'SELECT id FROM payment.account WHERE venue_id = $1 AND provider = $2 AND unlinked_at IS NULL',
      [venueId, 'sandbox'],
    );
    const account: string | undefined = rows[0]?.id;
    const made = past.map((one) => rowOf(one, account !== undefined));
    const histories = made.flatMap(({ id, lines }) => lines.map((line, n) => ({ id, n, ...line })));
    await client.query(DATE_BOOKINGS, [venueId, JSON.stringify(made)]);
    await client.query(WRITE_HISTORY, [venueId, JSON.stringify(histories)]);
    const paid = made.filter(({ payment_id }) => payment_id);
    if (account) await client.query(ADD_PAYMENTS, [venueId, account, JSON.stringify(paid)]);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

function rowOf({ booking, startsAt, party }: PastBooking, takesPayments: boolean) {
  const bookedAt = startsAt - party.hoursAhead * 60 * MINUTE_MS;
  const overAt = startsAt + party.overAfterMinutes * MINUTE_MS;
  const cents = toCents(booking.amount_eur);
  const isPaid = takesPayments && party.online && cents > 0;
  const isCancelled = party.outcome === 'cancelled';
  const isRefunded = isPaid && isCancelled && startsAt - overAt >= REFUND_UNTIL_MS;
  const actor = party.online ? 'guest' : 'demo';
  const paidText = formatEuro(booking.amount_eur, 'en');
  const at = (instant: number) => new Date(instant).toISOString();
  const paidAt = Math.min(bookedAt + 2 * MINUTE_MS, Math.max(bookedAt, overAt));
  return {
    id: booking.id,
    cents,
    booked_at: at(bookedAt),
    paid_at: at(paidAt),
    over_at: at(overAt),
    outcome: party.outcome,
    source: party.online ? 'online' : 'desk',
    ...(isPaid && { payment_id: randomUUID(), attempt_id: randomUUID() }),
    ...(isRefunded && { refund_id: randomUUID() }),
    lines: [
      { at: at(bookedAt), actor, action: 'created', note: '' },
      ...(isPaid ? [{ at: at(paidAt), actor: 'system', action: 'paid', note: paidText }] : []),
      { at: at(overAt), actor: isCancelled ? actor : 'demo', action: party.outcome, note: '' },
      ...(isRefunded ? [{ at: at(overAt), actor, action: 'refunded', note: paidText }] : []),
    ],
  };
}

const MADE = `
  jsonb_to_recordset($2::jsonb) AS m(id bigint, cents bigint, booked_at timestamptz, paid_at timestamptz, over_at timestamptz,
    outcome text, source text, payment_id uuid, attempt_id uuid, refund_id uuid)`;

const DATE_BOOKINGS = `
  UPDATE booking.booking b SET created_at = m.booked_at, status = m.outcome, source = m.source, revision = b.revision + 1,
    payment_id = m.payment_id, platform_fee_cents = CASE WHEN m.payment_id IS NOT NULL THEN 0 END,
    payment_status = CASE WHEN m.refund_id IS NOT NULL THEN 'refunded' WHEN m.payment_id IS NOT NULL THEN 'paid' END,
    hold_until = CASE WHEN m.payment_id IS NOT NULL THEN m.paid_at END,
    grace_until = CASE WHEN m.payment_id IS NOT NULL THEN m.paid_at END,
    left_cents = CASE WHEN m.refund_id IS NOT NULL THEN 0 END,
    money_kept = m.payment_id IS NOT NULL AND m.refund_id IS NULL AND m.outcome = 'cancelled',
    kept_cents = CASE WHEN m.outcome = 'cancelled' THEN
      CASE WHEN m.payment_id IS NOT NULL AND m.refund_id IS NULL THEN m.cents ELSE 0 END END
  FROM ${MADE} WHERE b.venue_id = $1 AND b.id = m.id`;

const WRITE_HISTORY = `
  WITH lines AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS l(id bigint, n integer, at timestamptz, actor text, action text, note text)
  ),
  gone AS (
    DELETE FROM booking.history h USING (SELECT DISTINCT id FROM lines) l WHERE h.venue_id = $1 AND h.booking_id = l.id
  )
  INSERT INTO booking.history (venue_id, booking_id, at, actor, action, note)
  SELECT $1, id, at, actor, action, note FROM lines ORDER BY id, n`;

/** As the sandbox would have them, so that each payment can still be refunded. */
const ADD_PAYMENTS = `
  WITH made AS (
    SELECT m.*, b.facility_name || ' ' || b.reference AS description, b.locale,
      CASE WHEN m.refund_id IS NULL THEN 'paid' ELSE 'refunded' END AS status, 'sb_demo_' || m.id AS provider_id
    FROM ${MADE.replace('$2', '$3')} JOIN booking.booking b ON b.venue_id = $1 AND b.id = m.id
  ),
  payments AS (
    INSERT INTO payment.payment (venue_id, id, booking_id, amount_cents, fee_cents, description, locale, hold_until, status,
      paid_by, next_look_at, created_at)
    SELECT $1, payment_id, id, cents, 0, description, locale, paid_at, status, attempt_id, paid_at, booked_at FROM made
  ),
  attempts AS (
    INSERT INTO payment.attempt (venue_id, id, payment_id, account_id, number, status, amount_cents, fee_cents, provider_id,
      webhook_token, return_token, next_refresh_at, captured_cents, refunded_cents, created_at, paid_at)
    SELECT $1, attempt_id, payment_id, $2, 1, status, cents, 0, provider_id, gen_random_uuid(), gen_random_uuid(),
      now() + interval '7 days' + random() * interval '7 days', cents,
      CASE WHEN refund_id IS NULL THEN 0 ELSE cents END, booked_at, paid_at FROM made
  ),
  checkouts AS (
    INSERT INTO payment.sandbox_checkout (venue_id, id, account_id, reference, amount_cents, fee_cents, description, locale,
      return_url, webhook_url, status, expires_at, created_at)
    SELECT $1, provider_id, $2, attempt_id, cents, 0, description, locale, '', '', 'paid', paid_at, booked_at FROM made
  ),
  refunded AS (SELECT *, 'sbr_demo_' || id AS refund FROM made WHERE refund_id IS NOT NULL),
  refunds AS (
    INSERT INTO payment.refund (venue_id, id, attempt_id, amount_cents, reason, status, actor, provider_id, created_at)
    SELECT $1, refund_id, attempt_id, cents, 'cancelled', 'succeeded', 'guest', refund, over_at FROM refunded
  )
  INSERT INTO payment.sandbox_refund (venue_id, id, checkout_id, reference, amount_cents, created_at)
  SELECT $1, refund, provider_id, refund_id, cents, over_at FROM refunded`;
