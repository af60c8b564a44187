import { BANK } from '@venue-booking/proto/payment/payment';
import { FEE_RETURNING } from '@venue-booking/proto/payment/providers';
import { Prisma } from '../gen/prisma/client.ts';

/**
 * The share of the platform fee in a refund, and what becomes of it (docs/decisions/0103-fee-ledger.md). Both
 * are recorded with the refund, because the setting of the operator may change later.
 */

/** Actors of refunds that were not requested here. The provider does not return the fee with these. */
const ELSEWHERE = [BANK, 'provider'];

/**
 * SQL for the fee and the outcome of a refund `r` of the previous release, which recorded none. Rounded down,
 * so that all refunds together never have more than the fee.
 */
export const OLD_SHARE = Prisma.sql`(SELECT a.fee_cents * r.amount_cents / greatest(a.captured_cents, 1)
  FROM payment.attempt a WHERE (a.venue_id, a.id) = (r.venue_id, r.attempt_id))`;
export const OLD_OUTCOME = Prisma.sql`(SELECT CASE WHEN c.provider = ANY(${FEE_RETURNING}) AND r.actor <> ALL(${ELSEWHERE})
    THEN 'returned' ELSE 'not_returned' END
  FROM payment.attempt a JOIN payment.account c ON (c.venue_id, c.id) = (a.venue_id, a.account_id)
  WHERE (a.venue_id, a.id) = (r.venue_id, r.attempt_id))`;

/**
 * Whether the share of a failed refund `r` stays with the venue: a provider that has accepted a refund has
 * returned its fee, and does not take it again.
 */
export const STAYS_RETURNED = Prisma.sql`coalesce(r.fee_outcome, ${OLD_OUTCOME}) = 'returned' AND r.provider_id IS NOT NULL`;

/**
 * SQL for the share of the platform fee in a new refund of attempt `a`, whose `refunded_cents` includes the
 * refund. In proportion to all that is refunded, less the shares of other refunds. So several refunds of the
 * whole payment have exactly the fee together.
 */
export const FEE_SHARE = Prisma.sql`greatest(0, round(a.fee_cents::numeric * a.refunded_cents / a.captured_cents) - (
  SELECT coalesce(sum(coalesce(r.fee_cents, ${OLD_SHARE})), 0) FROM payment.refund r
  WHERE (r.venue_id, r.attempt_id) = (a.venue_id, a.id) AND (r.status <> 'failed' OR ${STAYS_RETURNED})))::bigint`;

/**
 * SQL for what becomes of the share of a new refund of attempt `a`: the provider returns it, or the party
 * that the operator chose for the venue bears it.
 */
export const feeOutcome = (actor: string): Prisma.Sql => Prisma.sql`(
  SELECT CASE WHEN ${!ELSEWHERE.includes(actor)} AND c.provider = ANY(${FEE_RETURNING}) THEN 'returned' ELSE (
    SELECT CASE last.fee_bearer WHEN 'platform' THEN 'owed' ELSE 'not_returned' END FROM payment.account last
    WHERE last.venue_id = a.venue_id ORDER BY last.unlinked_at DESC NULLS FIRST LIMIT 1) END
  FROM payment.account c WHERE (c.venue_id, c.id) = (a.venue_id, a.account_id))`;
