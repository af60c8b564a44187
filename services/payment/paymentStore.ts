import { columnsOf } from '@venue-booking/kit/postgres/columns';
import { randomSecret } from '@venue-booking/kit/randomSecret';
import { BANK, type PaymentOrder, platformFee } from '@venue-booking/proto/payment';
import { ProviderName } from '@venue-booking/proto/providers';
import { v7 as newId } from 'uuid';
import { byKey, type PaymentDatabase, type PaymentTx } from './database.ts';
import { type Attempt, type Payment, Prisma } from './gen/prisma/client.ts';
import type { KnownAttempt } from './settle.ts';

const PAYMENT = Prisma.raw(columnsOf(Prisma.PaymentScalarFieldEnum));
const ATTEMPT = Prisma.raw(columnsOf(Prisma.AttemptScalarFieldEnum));

/** Attempts at one payment after which no more are made: somebody is playing. */
const MOST_ATTEMPTS = 20;

/**
 * The payment that a booking asks for, made unless it is there: the event and the guest may come in either
 * order. Null when the order fits no payment of the venue, as its number was given to another.
 * @param options.dueAtOnce whether a new one is looked at now, and not when its hold is over
 */
export async function ensurePayment(
  tx: PaymentTx,
  { paymentId: id, holdUntil, ...order }: PaymentOrder,
  { dueAtOnce = false } = {},
): Promise<Payment | null> {
  const held = new Date(holdUntil);
  const [payment] = await tx.$queryRaw<Payment[]>`
    WITH made AS (
      INSERT INTO payment.payment
        (venue_id, id, booking_id, amount_cents, fee_cents, description, locale, hold_until, next_look_at)
      VALUES (${order.venueId}, ${id}::uuid, ${order.bookingId}, ${order.amountCents}, ${order.feeCents},
        ${order.description}, ${order.locale}, ${held}, CASE WHEN ${dueAtOnce} THEN now() ELSE ${held}::timestamptz END)
      ON CONFLICT DO NOTHING
      RETURNING *
    ),
    it AS (TABLE made UNION ALL SELECT * FROM payment.payment WHERE venue_id = ${order.venueId} AND id = ${id}::uuid)
    SELECT ${PAYMENT} FROM it`;
  // Made by somebody else at this moment, it is there for the next statement.
  return payment ?? tx.payment.findUnique({ where: byKey(order.venueId, id) });
}

/** The attempt that a guest can be sent to, or null; none of an account that was replaced. */
export const findPayableAttempt = (
  database: PaymentTx,
  { venueId, id }: Pick<Payment, 'venueId' | 'id'>,
): Promise<Attempt | null> =>
  database.attempt.findFirst({
    where: { venueId, paymentId: id, status: 'open', account: { unlinkedAt: null } },
  });

/**
 * Makes a new attempt at a payment whose hold lasts, with the account that the venue has linked now; the
 * payment's row is locked, so that it is not closed meanwhile. Null when there can be none: it is closed,
 * paid, has an open attempt, or nothing is linked. An open one of an account that was replaced makes room;
 * what is paid there all the same is money that comes late, or twice.
 */
export async function newAttempt(
  database: PaymentDatabase,
  payment: Pick<Payment, 'venueId' | 'id' | 'amountCents' | 'feeCents'>,
): Promise<Attempt | null> {
  const { venueId, id: paymentId } = payment;
  const [id, webhookToken, returnToken] = [newId(), randomSecret(24), randomSecret(24)];
  const [made] = await database.$queryRaw<Attempt[]>`
    WITH wanted AS (
      SELECT * FROM payment.payment
      WHERE venue_id = ${venueId} AND id = ${paymentId}::uuid AND status = 'open' AND hold_until > now()
      FOR UPDATE
    ),
    replaced AS (
      UPDATE payment.attempt t SET replaced = true
      FROM wanted p CROSS JOIN LATERAL (
        SELECT venue_id, id, account_id FROM payment.attempt
        WHERE (venue_id, payment_id) = (p.venue_id, p.id) AND status = 'open' AND NOT replaced
        OFFSET 0) one, payment.account old -- first the attempt: see docs/decisions/0068
      WHERE (t.venue_id, t.id) = (one.venue_id, one.id)
        AND (old.venue_id, old.id) = (one.venue_id, one.account_id) AND old.unlinked_at IS NOT NULL
      RETURNING 1
    )
    INSERT INTO payment.attempt (venue_id, id, payment_id, account_id, number, amount_cents, fee_cents, webhook_token, return_token)
    SELECT p.venue_id, ${id}::uuid, p.id, a.id, made.count + 1, p.amount_cents,
      CASE WHEN a.carries_fee THEN coalesce((${JSON.stringify(feesOf(payment))}::jsonb->>a.provider)::bigint, p.fee_cents) ELSE 0 END,
      ${webhookToken}, ${returnToken}
    FROM wanted p
    JOIN payment.account a ON a.venue_id = p.venue_id AND a.unlinked_at IS NULL,
      LATERAL (SELECT count(*)::int AS count FROM payment.attempt t WHERE t.venue_id = p.venue_id AND t.payment_id = p.id) made,
      (SELECT count(*) FROM replaced) before -- so that these are out of the way first
    WHERE made.count < ${MOST_ATTEMPTS}
    ON CONFLICT DO NOTHING
    RETURNING ${ATTEMPT}`;
  return made ?? null;
}

/** The fee that was agreed on, by provider: the venue may have gone to one that takes less. */
const feesOf = ({ amountCents, feeCents }: Pick<Payment, 'amountCents' | 'feeCents'>) => {
  const agreed = { feeBasisPoints: 0, feeFixedCents: Number(feeCents) };
  return Object.fromEntries(
    ProviderName.options.map((provider) => [
      provider,
      platformFee({ provider, ...agreed }, Number(amountCents)),
    ]),
  );
};

/** Locks a payment, then the attempt: what concerns the money of one payment happens in turn. */
export async function lockAttempt(tx: PaymentTx, { venueId, attemptId }: AttemptRef): Promise<LockedAttempt> {
  // First the payment: what is locked after that is as whoever had the lock before has left it.
  const [locked] = await tx.$queryRaw<LockedAttempt[]>`
    SELECT a.venue_id AS "venueId", a.id::text, a.provider_id AS "providerId", a.status, a.amount_cents AS "amountCents",
      a.captured_cents AS "capturedCents", a.refunded_cents AS "refundedCents", p.id::text AS "paymentId", p.booking_id AS "bookingId",
      p.paid_by::text AS "paidBy", c.mode, coalesce((SELECT s.charged_back_cents::float8 FROM payment.statement s
        WHERE (s.venue_id, s.attempt_id) = (a.venue_id, a.id) ORDER BY s.seq DESC LIMIT 1), 0) AS "chargedBackCents"
    FROM payment.attempt a
    JOIN payment.payment p ON p.id = a.payment_id AND p.venue_id + 0 = a.venue_id -- by the id: see docs/decisions/0068
    JOIN payment.account c ON (c.venue_id, c.id) = (a.venue_id, a.account_id)
    WHERE a.venue_id = ${venueId} AND a.id = ${attemptId}::uuid
    FOR UPDATE OF p FOR NO KEY UPDATE OF a`;
  if (!locked) throw new Error('there is no such attempt');
  return locked;
}

export type AttemptRef = { venueId: number; attemptId: string };
/** An attempt, with what of its payment and its account goes with it. */
export type LockedAttempt = KnownAttempt &
  Pick<Attempt, 'venueId' | 'paymentId' | 'refundedCents'> &
  Pick<Payment, 'bookingId'> & {
    /** What the payer's bank had taken back by the last statement. */
    chargedBackCents: number;
  };

/** Locks the payment of a booking; answers the attempt that has paid it, or null. */
export async function lockPaidBy(
  tx: PaymentTx,
  { venueId, bookingId }: { venueId: number; bookingId: number | bigint },
): Promise<string | null> {
  const [payment] = await tx.$queryRaw<{ paidBy: string | null }[]>`
    SELECT paid_by::text AS "paidBy" FROM payment.payment
    WHERE venue_id = ${venueId} AND booking_id = ${bookingId} FOR UPDATE`;
  return payment?.paidBy ?? null;
}

/** Each payment that came in, and each refund that was begun and did not fail: both summed and listed. */
export const CAME = Prisma.sql`SELECT venue_id, paid_at AS at, id, 'payment' AS kind, captured_cents AS cents,
  id AS attempt_id, fee_cents, NULL::text AS reason, NULL::text AS refund_id FROM payment.attempt`;
export const WENT = Prisma.sql`SELECT venue_id, created_at AS at, id, CASE actor WHEN ${BANK} THEN 'chargeback' ELSE 'refund' END AS kind,
  -amount_cents AS cents, attempt_id, NULL::bigint AS fee_cents, CASE WHEN actor <> ${BANK} THEN reason END AS reason,
  CASE WHEN actor <> ${BANK} THEN provider_id END AS refund_id FROM payment.refund WHERE status <> 'failed'`;
