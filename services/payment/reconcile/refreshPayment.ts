import type { PaymentDeps } from '../deps.ts';
import type { AttemptRef } from '../payments/paymentStore.ts';
import { isUnchanged, LAST_STATEMENT, type Statement } from '../payments/statements.ts';
import { type CalledAccount, callProvider } from '../providers/callProvider.ts';
import { recordStatement } from './recordStatement.ts';

/**
 * Asks the provider for the state of an attempt and applies it. Webhooks, the guest's return and the sweep
 * only trigger this and are never trusted themselves. Does nothing if the provider has no checkout for the
 * attempt.
 * @throws ProviderError
 */
export async function refreshPayment(deps: PaymentDeps, of: AttemptRef): Promise<void> {
  const { database } = deps;
  const { venueId, attemptId } = of;
  // Clear the flag before the call: a hint that arrives later may be newer than the provider's response.
  const [target] = await database.$queryRaw<RefreshTarget[]>`
    UPDATE payment.attempt a SET refresh_wanted = false FROM payment.account c
    WHERE a.venue_id = ${venueId} AND a.id = ${attemptId}::uuid AND a.provider_id IS NOT NULL
      AND (c.venue_id, c.id) = (a.venue_id, a.account_id)
    RETURNING a.provider_id AS "providerId", ${LAST_STATEMENT} AS last, c.venue_id AS "venueId", c.id::text, c.provider, c.credentials,
      c.connection_id::text AS "connectionId"`;
  if (!target) return;
  const { providerId, last, ...account } = target;
  const reported = await callProvider(deps, account, (remote) => remote.fetch(providerId));
  if (!isUnchanged(last, reported)) await recordStatement(deps, of, reported);
}

type RefreshTarget = CalledAccount & { providerId: string; last: Statement | null };
