import { BANK } from '@venue-booking/proto/payment/payment';
import { Prisma } from '../gen/prisma/client.ts';

/** SQL for captured payments and for refunds that did not fail; both are summed and listed. */
export const CAPTURED = Prisma.sql`SELECT venue_id, paid_at AS at, id, 'payment' AS kind, captured_cents AS cents,
  id AS attempt_id, fee_cents, NULL::text AS reason, NULL::text AS refund_id FROM payment.attempt`;
export const REFUNDED = Prisma.sql`SELECT venue_id, created_at AS at, id, CASE actor WHEN ${BANK} THEN 'chargeback' ELSE 'refund' END AS kind,
  -amount_cents AS cents, attempt_id, NULL::bigint AS fee_cents, CASE WHEN actor <> ${BANK} THEN reason END AS reason,
  CASE WHEN actor <> ${BANK} THEN provider_id END AS refund_id FROM payment.refund WHERE status <> 'failed'`;
