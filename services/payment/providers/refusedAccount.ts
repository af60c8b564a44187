import { currentTraceparent } from '@venue-booking/kit/tracing/spans';
import { event } from '@venue-booking/proto/events';
import { providerLabel } from '@venue-booking/proto/payment/providers';
import { LRUCache } from 'lru-cache';
import type { PaymentDeps } from '../deps.ts';
import type { Account } from '../gen/prisma/client.ts';

type RefusedAccount = Pick<Account, 'venueId' | 'id' | 'provider'>;
type Deps = Pick<PaymentDeps, 'database' | 'wakeRelay' | 'log'>;

/**
 * Accounts whose items this process has resolved within the last minute. Another process may have recorded
 * one, and a restart must not leave it open, so the first success and then one a minute resolves them.
 */
const accepted = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });
/** A mail at most this often, in case the provider accepts and refuses the account in turn. */
const MAIL_PAUSE = '1 hour';

/**
 * Records that a provider does not accept the linked account of a venue, for the attention list. The first
 * time, it also publishes the event for the mail to the owner.
 * @param reason without secrets
 */
export async function recordRefusedAccount(
  { database, wakeRelay, log }: Deps,
  { venueId, id, provider }: RefusedAccount,
  reason: string,
): Promise<void> {
  accepted.delete(id);
  const detail = `${providerLabel(provider)} does not accept the account: ${reason}`;
  const fact = event('events.payment.account_refused', { venueId, provider });
  const recorded = await database.$executeRaw`
    WITH before AS (
      SELECT created_at FROM payment.attention
      WHERE venue_id = ${venueId} AND kind = 'account_refused' AND subject = ${id}
    ),
    recorded AS (
      INSERT INTO payment.attention AS a (venue_id, kind, subject, detail)
      SELECT venue_id, 'account_refused', id::text, ${detail} FROM payment.account
      WHERE venue_id = ${venueId} AND id = ${id}::uuid AND unlinked_at IS NULL
      ON CONFLICT (venue_id, kind, subject) DO UPDATE
        SET resolved_at = NULL, resolved_by = NULL, detail = excluded.detail,
          -- The time of the last mail.
          created_at = CASE WHEN a.created_at > now() - ${MAIL_PAUSE}::interval THEN a.created_at ELSE now() END
        WHERE a.resolved_at IS NOT NULL
      RETURNING 1
    )
    INSERT INTO payment.outbox (subject, payload, traceparent)
    SELECT ${fact.subject}, ${JSON.stringify(fact.payload)}::jsonb, ${currentTraceparent()}::text FROM recorded
    WHERE NOT EXISTS (SELECT FROM before WHERE created_at > now() - ${MAIL_PAUSE}::interval)`;
  if (recorded === 0) return;
  log.warn({ venueId, provider, reason }, 'the provider does not accept an account');
  wakeRelay();
}

/** Resolves the item of an account that its provider accepts again. */
export async function recordAcceptedAccount(
  { database }: Deps,
  { venueId, id }: RefusedAccount,
): Promise<void> {
  if (accepted.has(id)) return;
  accepted.set(id, true);
  await database.$executeRaw`
    UPDATE payment.attention SET resolved_at = now(), resolved_by = 'system'
    WHERE venue_id = ${venueId} AND kind = 'account_refused' AND subject = ${id} AND resolved_at IS NULL`;
}
