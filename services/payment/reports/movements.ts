import { BANK } from '@venue-booking/proto/payment/payment';
import { Prisma } from '../gen/prisma/client.ts';
import { OLD_OUTCOME, OLD_SHARE, STAYS_RETURNED } from '../refunds/feeShare.ts';

const KIND = Prisma.sql`CASE r.actor WHEN ${BANK} THEN 'chargeback' ELSE 'refund' END`;
const REASON = Prisma.sql`CASE WHEN r.actor <> ${BANK} THEN r.reason END AS reason,
  CASE WHEN r.actor <> ${BANK} THEN r.provider_id END AS refund_id`;
/** SQL for the account of a refund `r`: by id, see docs/decisions/0068. */
const ACCOUNT = Prisma.sql`(SELECT a.account_id FROM payment.attempt a WHERE a.id = r.attempt_id AND a.venue_id + 0 = r.venue_id)`;
const SHARE = Prisma.sql`coalesce(r.fee_cents, ${OLD_SHARE})`;
const OUTCOME = Prisma.sql`coalesce(r.fee_outcome, ${OLD_OUTCOME})`;

/** SQL for captured payments. `fee_cents` is the platform fee that was charged. */
const CAPTURED = Prisma.sql`SELECT venue_id, paid_at AS at, id, 'payment' AS kind, false AS reversal, captured_cents AS cents,
  id AS attempt_id, account_id, fee_cents, NULL::text AS outcome, NULL::text AS reason, NULL::text AS refund_id FROM payment.attempt`;
/**
 * SQL for refunds and chargebacks at the time when they began, also those that failed later. `fee_cents` is
 * the share of the platform fee, and `outcome` what becomes of it. Refunds that failed before the column
 * `failed_at` existed are left out.
 */
const REFUNDED = Prisma.sql`SELECT r.venue_id, r.created_at AS at, r.id, ${KIND} AS kind, false AS reversal, -r.amount_cents AS cents,
  r.attempt_id, ${ACCOUNT} AS account_id, ${SHARE} AS fee_cents, ${OUTCOME} AS outcome, ${REASON} FROM payment.refund r
  WHERE (r.status <> 'failed' OR r.failed_at IS NOT NULL)`;
/**
 * SQL for failed refunds and returned chargebacks, at that time: the money is back, and so is the fee unless
 * the provider has returned it already. A time never equals that of the refund, so that `(at, id)` is unique.
 */
const REVERSED = Prisma.sql`SELECT r.venue_id, r.failed_at AS at, r.id, ${KIND} AS kind, true AS reversal, r.amount_cents AS cents,
  r.attempt_id, ${ACCOUNT} AS account_id, CASE WHEN ${STAYS_RETURNED} THEN 0 ELSE -${SHARE} END AS fee_cents, ${OUTCOME} AS outcome, ${REASON}
  FROM payment.refund r`;

/** Every movement of money by its time. Later events only add movements, so past months stay the same. */
const MOVEMENTS = [CAPTURED, REFUNDED, REVERSED];

/**
 * SQL for the movements of venue `venueId` from one instant to another, `to` exclusive. Each table is read by
 * its own index.
 * @param page limits each part before the union, so that the last page costs as much as the first
 */
export const movementsBetween = (
  { venueId, from, to }: { venueId: Prisma.Sql; from: Prisma.Sql; to: Prisma.Sql },
  page: Prisma.Sql = Prisma.empty,
): Prisma.Sql =>
  Prisma.join(
    MOVEMENTS.map(
      (moved) => Prisma.sql`(SELECT * FROM (${moved}) part
        WHERE venue_id = ${venueId} AND at >= ${from} AND at < ${to} ${page})`,
    ),
    ' UNION ALL ',
  );

/** SQL for the parts of the platform fee of a movement `m`, in cents, by column. Only one is not 0. */
export const FEE_PARTS = {
  charged: Prisma.sql`CASE WHEN m.kind = 'payment' THEN m.fee_cents ELSE 0 END`,
  returned: Prisma.sql`CASE WHEN m.outcome = 'returned' THEN m.fee_cents ELSE 0 END`,
  owed: Prisma.sql`CASE WHEN m.outcome = 'owed' THEN m.fee_cents ELSE 0 END`,
  notReturned: Prisma.sql`CASE WHEN m.outcome = 'not_returned' THEN m.fee_cents ELSE 0 END`,
};

/** Joins a movement `m` with its attempt `a`, payment `p` and account `c`: by id, see docs/decisions/0068. */
export const WITH_ATTEMPT = Prisma.sql`JOIN payment.attempt a ON a.id = m.attempt_id AND a.venue_id + 0 = m.venue_id
  JOIN payment.payment p ON p.id = a.payment_id AND p.venue_id + 0 = a.venue_id
  JOIN payment.account c ON (c.venue_id, c.id) = (a.venue_id, a.account_id)`;
