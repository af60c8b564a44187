import type { Onboarding } from '@venue-booking/proto/payment/connection';
import { v7 as newId } from 'uuid';
import { linkedAccountOf, lockAccounts, unlinkRow } from '../accounts/accounts.ts';
import { byKey } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import type { Connection } from '../gen/prisma/client.ts';
import { noteDisconnected } from '../payments/accountAttention.ts';
import { sealSecret } from '../providers/accessTokens.ts';
import { openCredentials } from '../providers/callProvider.ts';
import type { AccountHint } from '../providers/provider.ts';

/**
 * Handles a provider's event about an account. It may be late, repeated or out of order, so it is only a hint
 * to ask the provider.
 */
export async function receiveAccountEvent(
  deps: PaymentDeps,
  provider: string,
  { account, mode, is }: AccountHint,
): Promise<void> {
  const linked = await deps.database.account.findMany({
    where: { provider, providerAccount: account, mode, unlinkedAt: null, connectionId: null },
    select: { venueId: true },
  });
  for (const { venueId } of linked) await adoptAccount(deps, venueId);
  const due = await deps.database.$executeRaw`
    UPDATE payment.connection SET ask_at = now(),
      disconnected_at = CASE WHEN ${is === 'disconnected'} THEN now() ELSE disconnected_at END
    WHERE provider = ${provider} AND organization = ${account} AND mode = ${mode} AND ended_at IS NULL`;
  if (due > 0) deps.wakeConnections();
}

/**
 * Makes a connection for the linked account of a venue, if it was linked by its id and its provider has a
 * status of it. It is then followed like an account that an owner has connected.
 */
export async function adoptAccount(deps: PaymentDeps, venueId: number): Promise<void> {
  const { database, box, providers } = deps;
  await database.$transaction(async (tx) => {
    await lockAccounts(tx, venueId);
    const linked = await tx.account.findFirst({ where: { venueId, unlinkedAt: null, connectionId: null } });
    if (!linked) return;
    const { provider, providerAccount: account, mode } = linked;
    const known = providers[provider];
    if (!known || 'off' in known || !known.connect || 'off' in known.connect) return;
    // Tokens that expire can only come from the provider.
    if (known.connect.renew) return;
    const id = newId();
    const credentials = openCredentials(box, linked) as Record<string, unknown>;
    const accounts = [{ account, name: account, credentials }];
    const onboarding: Onboarding = { state: 'in_review', payments: true, payouts: true, url: null };
    await tx.connection.create({
      data: {
        ...{ venueId, id, provider, mode, account, onboarding },
        ...{ startedBy: '', organization: account, organizationName: account },
        secret: sealSecret(box, { venueId, id }, { grant: null, accounts }),
        accounts: [{ account, name: account }],
        askAt: new Date(),
      },
    });
    await tx.account.update({ where: byKey(venueId, linked.id), data: { connectionId: id } });
  });
}

/**
 * Ends a connection of which an event said that the account was disconnected, after the provider has
 * confirmed that it gives no access. Unlinks the account, and tells the owners.
 * @returns the events that other services must apply
 */
export const endDisconnected = (deps: PaymentDeps, { venueId, id }: Connection): Promise<string[]> =>
  deps.database.$transaction(async (tx) => {
    const revision = await lockAccounts(tx, venueId);
    const { count } = await tx.connection.updateMany({
      where: { venueId, id, endedAt: null, disconnectedAt: { not: null } },
      data: { endedAt: new Date(), askAt: new Date() },
    });
    const linked = count > 0 ? await linkedAccountOf(tx, { venueId, id }) : null;
    if (!linked) return [];
    await noteDisconnected(tx, linked);
    return (await unlinkRow(tx, linked, revision)).eventIds;
  });
