import { event } from '@venue-booking/proto/events';
import { providerLabel } from '@venue-booking/proto/payment/providers';
import type { PaymentDeps } from '../deps.ts';
import type { Account } from '../gen/prisma/client.ts';

type RefusedAccount = Pick<Account, 'venueId' | 'id' | 'provider'>;
type Deps = Pick<PaymentDeps, 'database' | 'wakeRelay' | 'log'>;

/** Accounts that a provider has refused in this process, so that their next success resolves the item. */
const refused = new Set<string>();
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
  refused.add(id);
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
        SET resolved_at = NULL, resolved_by = NULL, created_at = now(), detail = excluded.detail
        WHERE a.resolved_at IS NOT NULL
      RETURNING 1
    )
    INSERT INTO payment.outbox (subject, payload)
    SELECT ${fact.subject}, ${JSON.stringify(fact.payload)}::jsonb FROM recorded
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
  if (!refused.delete(id)) return;
  await database.attention.updateMany({
    where: { venueId, kind: 'account_refused', subject: id, resolvedAt: null },
    data: { resolvedAt: new Date(), resolvedBy: 'system' },
  });
}
