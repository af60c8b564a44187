import {
  deadLettersOf,
  OF_VENUE,
  type PurgeState,
  type PurgeStep,
  purgeRows,
} from '@venue-booking/kit/postgres/purgeRows';
import type { PaymentDeps } from '../deps.ts';

const HAS_ATTEMPTS = (of: string): string =>
  `EXISTS (SELECT FROM payment.attempt o WHERE o.venue_id = $1::integer AND o.${of})`;

/**
 * What is deleted and what is emptied, children first. Payments, attempts, refunds and statements of money
 * stay with the accounts that received it, without credentials and names
 * (docs/decisions/0123-deleted-venues.md).
 */
const STEPS: readonly PurgeStep[] = [
  { table: 'payment.connect_visit' },
  // The operator still sees open items about money.
  { table: 'payment.attention', where: `${OF_VENUE} AND (resolved_at IS NOT NULL OR booking_id IS NULL)` },
  { table: 'payment.sandbox_refund' },
  { table: 'payment.sandbox_checkout' },
  deadLettersOf('payment'),
  {
    table: 'payment.attempt',
    where: `${OF_VENUE} AND captured_cents = 0
      AND NOT EXISTS (SELECT FROM payment.statement s WHERE s.venue_id = $1::integer AND s.attempt_id = attempt.id)
      AND NOT EXISTS (SELECT FROM payment.refund r WHERE r.venue_id = $1::integer AND r.attempt_id = attempt.id)`,
  },
  { table: 'payment.payment', where: `${OF_VENUE} AND NOT ${HAS_ATTEMPTS('payment_id = payment.id')}` },
  {
    table: 'payment.payment',
    where: `${OF_VENUE} AND description <> ''`,
    set: `description = ''`,
  },
  {
    table: 'payment.attempt',
    where: `${OF_VENUE} AND next_refresh_at < now() + interval '50 years'`,
    // Nobody asks the provider about it again. The address of its webhooks stays: a chargeback comes there.
    set: `checkout_url = NULL, return_token = gen_random_uuid()::text,
      refresh_wanted = false, next_refresh_at = now() + interval '100 years'`,
  },
  {
    table: 'payment.refund',
    where: `${OF_VENUE} AND (request_key IS NOT NULL OR actor LIKE 'person %' OR actor LIKE 'token %')`,
    set: `request_key = NULL, actor = CASE WHEN actor LIKE 'person %' OR actor LIKE 'token %' THEN 'system' ELSE actor END`,
  },
  // Ends the use of what providers granted: the worker of the connections then revokes it.
  {
    table: 'payment.account',
    where: `${OF_VENUE} AND (credentials <> '' OR unlinked_at IS NULL)`,
    set: `credentials = '', unlinked_at = coalesce(unlinked_at, now())`,
  },
  {
    table: 'payment.connection',
    where: `${OF_VENUE} AND ended_at IS NULL`,
    set: 'ended_at = now(), ask_at = now()',
  },
  { table: 'payment.connection', where: `${OF_VENUE} AND revoked_at IS NOT NULL` },
  { table: 'payment.account', where: `${OF_VENUE} AND NOT ${HAS_ATTEMPTS('account_id = account.id')}` },
  {
    table: 'payment.account',
    where: `${OF_VENUE} AND connection_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM payment.connection c WHERE c.venue_id = $1::integer)`,
    set: 'connection_id = NULL',
  },
  { table: 'payment.account_revision' },
];

/**
 * Purges a batch of a deleted venue's data. Idempotent. Waits until the providers have revoked their tokens,
 * because these cannot be revoked without their rows.
 */
export async function purgeVenue(
  { database, wakeConnections }: PaymentDeps,
  venueId: number,
): Promise<PurgeState> {
  if (await purgeRows(database, venueId, STEPS)) return 'more';
  const unrevoked = await database.connection.count({ where: { venueId } });
  if (unrevoked === 0) return 'done';
  wakeConnections();
  return 'waiting';
}
