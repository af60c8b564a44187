import { BANK, type RefundReason } from '@venue-booking/proto/payment/payment';
import { v7 as newId } from 'uuid';
import type { PaymentTx } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import type { AttemptRef } from '../payments/paymentStore.ts';
import { FEE_SHARE, feeOutcome } from './feeShare.ts';

/** The refund to request. The payment must be locked. */
export type RefundRequest = AttemptRef & {
  reason: RefundReason;
  actor: string;
  /** Absent: all that is left, less `keepCents`. */
  amountCents?: number | undefined;
  keepCents?: number;
  /** Idempotency key: the same key means the same refund. */
  requestKey?: string | null;
};

/**
 * SQL for the money of an attempt `a` that is neither refunded nor charged back. The bank may have charged
 * back more than `refund` rows record, where the attempt had no room for it.
 */
const LEFT = Prisma.sql`a.captured_cents - a.refunded_cents - coalesce((
  SELECT CASE WHEN charged_back_cents > 0 THEN greatest(0, charged_back_cents - (
    SELECT coalesce(sum(amount_cents), 0)::bigint FROM payment.refund r
    WHERE (r.venue_id, r.attempt_id) = (a.venue_id, a.id) AND actor = ${BANK} AND status <> 'failed')) END
  FROM payment.statement s WHERE (s.venue_id, s.attempt_id) = (a.venue_id, a.id) ORDER BY seq DESC LIMIT 1), 0)`;

/** Cents of an attempt that can still be refunded. */
export async function leftOf(tx: PaymentTx, { venueId, attemptId }: AttemptRef): Promise<number> {
  const [row] = await tx.$queryRaw<{ left: bigint }[]>`
    SELECT greatest(${LEFT}, 0) AS left FROM payment.attempt a WHERE venue_id = ${venueId} AND id = ${attemptId}::uuid`;
  return Number(row?.left ?? 0);
}

/**
 * Reserves money of an attempt for a refund, which is due from then on. A constraint ensures that refunds
 * never exceed the captured amount. Returns false if too little or nothing is left.
 */
export async function requestRefund(tx: PaymentTx, request: RefundRequest): Promise<boolean> {
  const { venueId, attemptId, reason, actor, amountCents = null, keepCents = 0, requestKey = null } = request;
  const id = newId();
  const made = await tx.$queryRaw<unknown[]>`
    WITH before AS (
      SELECT a.venue_id, a.id, ${LEFT} AS left, coalesce(${amountCents}::bigint, ${LEFT} - ${keepCents}::bigint) AS amount FROM payment.attempt a
      WHERE a.venue_id = ${venueId} AND a.id = ${attemptId}::uuid
      FOR UPDATE
    ),
    reserved AS (
      UPDATE payment.attempt a SET refunded_cents = a.refunded_cents + before.amount
      FROM before WHERE (a.venue_id, a.id) = (before.venue_id, before.id)
        AND before.amount > 0 AND before.amount <= before.left AND a.refunded_cents + before.amount <= a.captured_cents
      RETURNING a.venue_id, a.id, a.account_id, a.fee_cents, a.captured_cents, a.refunded_cents, before.amount
    )
    INSERT INTO payment.refund (venue_id, id, attempt_id, amount_cents, reason, actor, request_key, fee_cents, fee_outcome)
    SELECT venue_id, ${id}::uuid, id, amount, ${reason}, ${actor}, ${requestKey}, ${FEE_SHARE}, ${feeOutcome(actor)}
    FROM reserved a
    RETURNING 1`;
  return made.length === 1;
}
