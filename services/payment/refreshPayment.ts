import type { PaymentDeps } from './deps.ts';
import type { AttemptRef } from './paymentStore.ts';
import { callProvider } from './providerCalls.ts';
import { recordStatement } from './recordStatement.ts';

/**
 * Asks the provider how an attempt stands, and acts on it. The webhook, the guest's return and the sweep all
 * come here; none of them is believed by itself. An attempt that the provider has not been told of has
 * nothing to be asked about.
 * @throws ProviderError
 */
export async function refreshPayment(deps: PaymentDeps, of: AttemptRef): Promise<void> {
  const { database } = deps;
  const { venueId, attemptId } = of;
  // Hints from here on are new ones: what the provider is about to say may be older than they are.
  const [asked] = await database.attempt.updateManyAndReturn({
    where: { venueId, id: attemptId, providerId: { not: null } },
    data: { refreshWanted: false },
  });
  if (!asked?.providerId) return;
  const { providerId, accountId } = asked;
  const account = await database.account.findUniqueOrThrow({
    where: { venueId_id: { venueId, id: accountId } },
  });
  const said = await callProvider(deps, account, (provider, credentials) =>
    provider.fetch(credentials, providerId),
  );
  await recordStatement(deps, of, said);
}
