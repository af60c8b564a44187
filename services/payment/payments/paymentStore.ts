import { platformFee } from '@venue-booking/domain/payment/platformFee';
import { columnsOf } from '@venue-booking/kit/postgres/columns';
import { randomSecret } from '@venue-booking/kit/secrets/randomSecret';
import { currentTraceparent } from '@venue-booking/kit/tracing/spans';
import type { PaymentOrder, PaymentPurpose } from '@venue-booking/proto/payment/payment';
import { ProviderName } from '@venue-booking/proto/payment/providers';
import { v7 as newId } from 'uuid';
import { byKey, type PaymentDatabase, type PaymentTx } from '../database.ts';
import { type Attempt, type Payment, Prisma } from '../gen/prisma/client.ts';
import type { StoredAttempt } from './settle.ts';

const PAYMENT = Prisma.raw(columnsOf(Prisma.PaymentScalarFieldEnum));
const ATTEMPT = Prisma.raw(columnsOf(Prisma.AttemptScalarFieldEnum));

/**
 * Maximum number of attempts at one payment, against abuse: at a first payment in all, because its hold is
 * short, and per day at a later payment, which stays open for months.
 */
const MAX_ATTEMPTS = 20;

/** The purpose of a booking's first payment, of which there is one at most. */
export const FIRST = 'booking' satisfies PaymentPurpose;

/**
 * Inserts a booking's payment unless it exists: the event and the guest may arrive in either order. Returns
 * null if the booking already has another first payment.
 * @param options.dueAtOnce whether a new payment is due now, not at the end of its hold
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
        (venue_id, id, booking_id, purpose, amount_cents, fee_cents, description, locale, hold_until, next_look_at, traceparent)
      VALUES (${order.venueId}, ${id}::uuid, ${order.bookingId}, ${order.purpose ?? FIRST}, ${order.amountCents}, ${order.feeCents},
        ${order.description}, ${order.locale}, ${held}, CASE WHEN ${dueAtOnce} THEN now() ELSE ${held}::timestamptz END,
        ${currentTraceparent()}::text)
      ON CONFLICT DO NOTHING
      RETURNING *
    ),
    it AS (TABLE made UNION ALL SELECT * FROM payment.payment WHERE venue_id = ${order.venueId} AND id = ${id}::uuid)
    SELECT ${PAYMENT} FROM it`;
  // A concurrent insert is visible to the next statement.
  return payment ?? tx.payment.findUnique({ where: byKey(order.venueId, id) });
}

/** The attempt at which a guest can pay, or null. Skips attempts of an account that was replaced. */
export const findPayableAttempt = (
  database: PaymentTx,
  { venueId, id }: Pick<Payment, 'venueId' | 'id'>,
): Promise<Attempt | null> =>
  database.attempt.findFirst({
    where: { venueId, paymentId: id, status: 'open', account: { unlinkedAt: null } },
  });

/**
 * Inserts a new attempt at a payment during its hold, with the account that the venue has linked now. It
 * locks the payment, so that nothing closes it meanwhile. Returns null if the payment is closed, paid or has
 * an open attempt, or if no account is linked. An open attempt of a replaced account is marked as replaced.
 * If it is paid anyway, that money counts as late or as a duplicate.
 */
export async function createAttempt(
  database: PaymentDatabase,
  payment: Pick<Payment, 'venueId' | 'id' | 'amountCents' | 'feeCents'>,
): Promise<Attempt | null> {
  const { venueId, id: paymentId } = payment;
  const [id, webhookToken, returnToken] = [newId(), randomSecret(24), randomSecret(24)];
  const [made] = await database.$queryRaw<Attempt[]>`
    WITH open_payment AS (
      SELECT * FROM payment.payment
      WHERE venue_id = ${venueId} AND id = ${paymentId}::uuid AND status = 'open' AND hold_until > now()
      FOR UPDATE
    ),
    replaced AS (
      UPDATE payment.attempt t SET replaced = true
      FROM open_payment p CROSS JOIN LATERAL (
        SELECT venue_id, id, account_id FROM payment.attempt
        WHERE (venue_id, payment_id) = (p.venue_id, p.id) AND status = 'open' AND NOT replaced
        OFFSET 0) one, payment.account old -- find the attempt first: see docs/decisions/0068
      WHERE (t.venue_id, t.id) = (one.venue_id, one.id)
        AND (old.venue_id, old.id) = (one.venue_id, one.account_id) AND old.unlinked_at IS NOT NULL
      RETURNING 1
    )
    INSERT INTO payment.attempt (venue_id, id, payment_id, account_id, number, amount_cents, fee_cents, webhook_token, return_token)
    SELECT p.venue_id, ${id}::uuid, p.id, a.id, made.count + 1, p.amount_cents,
      CASE WHEN a.carries_fee THEN coalesce((${JSON.stringify(feesOf(payment))}::jsonb->>a.provider)::bigint, p.fee_cents) ELSE 0 END,
      ${webhookToken}, ${returnToken}
    FROM open_payment p
    JOIN payment.account a ON a.venue_id = p.venue_id AND a.unlinked_at IS NULL,
      LATERAL (SELECT count(*)::int AS count,
          count(*) FILTER (WHERE p.purpose = ${FIRST} OR t.created_at > now() - interval '1 day') AS limited
        FROM payment.attempt t WHERE t.venue_id = p.venue_id AND t.payment_id = p.id) made,
      (SELECT count(*) FROM replaced) before -- runs the update before the insert
    WHERE made.limited < ${MAX_ATTEMPTS}
    ON CONFLICT DO NOTHING
    RETURNING ${ATTEMPT}`;
  return made ?? null;
}

/** The agreed fee by provider: the venue may have moved to a provider with a lower maximum. */
const feesOf = ({ amountCents, feeCents }: Pick<Payment, 'amountCents' | 'feeCents'>) => {
  const agreed = { feeBasisPoints: 0, feeFixedCents: Number(feeCents) };
  return Object.fromEntries(
    ProviderName.options.map((provider) => [
      provider,
      platformFee({ provider, ...agreed }, Number(amountCents)),
    ]),
  );
};

/** Locks a payment, then an attempt at it, so that changes to the money of one payment are serialized. */
export async function lockAttempt(tx: PaymentTx, { venueId, attemptId }: AttemptRef): Promise<LockedAttempt> {
  // PostgreSQL locks the payment first, so the attempt is read as the previous lock holder left it.
  const [locked] = await tx.$queryRaw<LockedAttempt[]>`
    SELECT a.venue_id AS "venueId", a.id::text, a.provider_id AS "providerId", a.status, a.amount_cents AS "amountCents",
      a.captured_cents AS "capturedCents", a.refunded_cents AS "refundedCents", p.id::text AS "paymentId", p.booking_id AS "bookingId",
      p.paid_by::text AS "paidBy", c.mode, coalesce((SELECT s.charged_back_cents::float8 FROM payment.statement s
        WHERE (s.venue_id, s.attempt_id) = (a.venue_id, a.id) ORDER BY s.seq DESC LIMIT 1), 0) AS "chargedBackCents"
    FROM payment.attempt a
    JOIN payment.payment p ON p.id = a.payment_id AND p.venue_id + 0 = a.venue_id -- by id: see docs/decisions/0068
    JOIN payment.account c ON (c.venue_id, c.id) = (a.venue_id, a.account_id)
    WHERE a.venue_id = ${venueId} AND a.id = ${attemptId}::uuid
    FOR UPDATE OF p FOR NO KEY UPDATE OF a`;
  if (!locked) throw new Error('attempt not found');
  return locked;
}

export type AttemptRef = { venueId: number; attemptId: string };
/** An attempt with the fields of its payment and account that belong to it. */
export type LockedAttempt = StoredAttempt &
  Pick<Attempt, 'venueId' | 'paymentId' | 'refundedCents'> &
  Pick<Payment, 'bookingId'> & {
    /** Amount charged back according to the last statement. */
    chargedBackCents: number;
  };

/** A payment that was paid, and the attempt with its money. */
export type PaidBy = { paymentId: string; purpose: string; attemptId: string };

/**
 * Locks all payments of a booking, by id, so that two transactions cannot wait for each other. Returns those
 * that were paid, newest first.
 */
export async function lockPaid(
  tx: PaymentTx,
  { venueId, bookingId }: { venueId: number; bookingId: number | bigint },
): Promise<PaidBy[]> {
  await tx.$queryRaw`
    SELECT FROM payment.payment WHERE venue_id = ${venueId} AND booking_id = ${bookingId} ORDER BY id FOR UPDATE`;
  // A separate statement also sees what was paid while this transaction waited.
  return tx.$queryRaw<PaidBy[]>`
    SELECT p.id::text AS "paymentId", p.purpose, a.id::text AS "attemptId" FROM payment.payment p
    JOIN payment.attempt a ON a.id = p.paid_by AND a.venue_id + 0 = p.venue_id -- by id: see docs/decisions/0068
    WHERE p.venue_id = ${venueId} AND p.booking_id = ${bookingId}
    ORDER BY a.paid_at DESC, a.id DESC`;
}

/** Locks one payment. Returns the attempt that paid it, or null. */
export async function lockPaidBy(
  tx: PaymentTx,
  which: { venueId: number } & ({ paymentId: string } | { bookingId: number | bigint }),
): Promise<string | null> {
  const condition =
    'paymentId' in which
      ? Prisma.sql`id = ${which.paymentId}::uuid`
      : Prisma.sql`booking_id = ${which.bookingId} AND purpose = ${FIRST}`;
  const [payment] = await tx.$queryRaw<{ paidBy: string | null }[]>`
    SELECT paid_by::text AS "paidBy" FROM payment.payment
    WHERE venue_id = ${which.venueId} AND ${condition} FOR UPDATE`;
  return payment?.paidBy ?? null;
}
