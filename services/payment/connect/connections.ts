import { fail } from '@venue-booking/proto/failures';
import type { Onboarding, PaymentConnection } from '@venue-booking/proto/payment/connection';
import { v7 as newId } from 'uuid';
import { linkVerified } from '../accounts/accounts.ts';
import { throwProviderFailure } from '../accounts/verifyCredentials.ts';
import { byKey } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import type { Connection } from '../gen/prisma/client.ts';
import { openSecret, sealSecret, withAccess } from '../providers/accessTokens.ts';
import type { Connected } from '../providers/connectFlow.ts';
import { requireFlow } from './requireFlow.ts';

/** A change of a connection, and the events that other services must apply before it takes effect. */
export type ConnectionChange = { venueId: number; result: PaymentConnection; eventIds: string[] };

/** How long a pending connection waits for its owner or the provider. */
const PENDING_MS = 30 * 24 * 3600_000;
/** When to ask for the onboarding again: while it is incomplete, and afterwards. */
const ASK_SOON_MS = 120_000;
const ASK_LATER_MS = 24 * 3600_000;

/**
 * The connection of a venue: a pending one, or the one of the linked account.
 * @returns null if there is none
 */
export async function findConnection(
  { database }: Pick<PaymentDeps, 'database'>,
  venueId: number,
): Promise<(Connection & { isLinked: boolean }) | null> {
  const connections = await database.connection.findMany({
    where: { venueId, endedAt: null },
    orderBy: { createdAt: 'desc' },
  });
  const ids = connections.map(({ id }) => id);
  const accounts = await database.account.findMany({
    where: { venueId, connectionId: { in: ids } },
    select: { connectionId: true, unlinkedAt: true },
  });
  for (const connection of connections) {
    const own = accounts.filter(({ connectionId }) => connectionId === connection.id);
    const isLinked = own.some(({ unlinkedAt }) => unlinkedAt === null);
    // Accounts that another one has replaced may still need their tokens for refunds.
    if (isLinked || own.length === 0) return { ...connection, isLinked };
  }
  return null;
}

/** @throws `connection_not_found` */
async function requireConnection(deps: PaymentDeps, venueId: number) {
  const found = await findConnection(deps, venueId);
  if (!found) throw fail('connection_not_found');
  return found;
}

/** The credentials of the account that a venue has connected at a provider, or is connecting. */
export async function findExisting(
  deps: PaymentDeps,
  { venueId, provider }: { venueId: number; provider: string },
): Promise<unknown> {
  const found = await findConnection(deps, venueId);
  if (found?.provider !== provider || found.account === null) return null;
  const { accounts } = openSecret(deps.box, found);
  return accounts.find(({ account }) => account === found.account)?.credentials ?? null;
}

/**
 * Keeps what a provider has granted, and links the account if there is only one to choose and the provider
 * allows payments. It replaces a pending connection.
 */
export async function keepConnection(
  deps: PaymentDeps,
  { venueId, provider, startedBy }: { venueId: number; provider: string; startedBy: string },
  { organization, grant, accounts, mode }: Connected,
): Promise<{ connection: PaymentConnection; eventIds: string[] }> {
  const { database, box } = deps;
  const id = newId();
  const linked = await database.account.findFirst({ where: { venueId, provider, unlinkedAt: null } });
  const [only] = accounts.length === 1 ? accounts : [];
  const again = accounts.find(({ account }) => account === linked?.providerAccount);
  const kept = await database.$transaction(async (tx) => {
    await tx.$executeRaw`
      UPDATE payment.connection c SET ended_at = now(), ask_at = now()
      WHERE c.venue_id = ${venueId} AND c.ended_at IS NULL
        AND NOT EXISTS (SELECT FROM payment.account a WHERE a.venue_id = c.venue_id AND a.connection_id = c.id)`;
    return tx.connection.create({
      data: {
        ...{ venueId, id, provider, mode, startedBy },
        organization: organization.id,
        organizationName: organization.name,
        secret: sealSecret(box, { venueId, id }, { grant, accounts }),
        accounts: accounts.map(({ account, name }) => ({ account, name })),
        account: (only ?? again)?.account ?? null,
        onboarding: { state: 'in_review', payments: false, payouts: false, url: null } satisfies Onboarding,
        askAt: new Date(),
        renewAt: grant && new Date(grant.renewAt),
      },
    });
  });
  const { result: connection, eventIds } = await advanceConnection(deps, kept);
  return { connection, eventIds };
}

/** What a venue has connected, for its owner. */
export async function showConnection(
  { database, providers }: PaymentDeps,
  venueId: number,
): Promise<{ providers: string[]; connection: PaymentConnection | null }> {
  const found = await findConnection({ database }, venueId);
  return {
    providers: Object.entries(providers).flatMap(([name, provider]) =>
      !('off' in provider) && provider.connect && !('off' in provider.connect) ? [name] : [],
    ),
    connection: found && toPaymentConnection(found),
  };
}

/**
 * Chooses one of the accounts of a connection.
 * @throws `connection_not_found`, `validation`, and the failures of {@link advanceConnection}
 */
export async function chooseAccount(
  deps: PaymentDeps,
  { venueId, account }: { venueId: number; account: string },
): Promise<ConnectionChange> {
  const found = await requireConnection(deps, venueId);
  const isOffered = toPaymentConnection(found).accounts.some((offered) => offered.account === account);
  if (!isOffered) throw fail('validation', { detail: 'account: is none of the accounts to choose from' });
  const chosen = await deps.database.connection.update({
    where: byKey(venueId, found.id),
    data: { account },
  });
  return advanceConnection(deps, chosen);
}

/** Asks the provider now whether it allows payments. @throws `connection_not_found`, as for a choice */
export const checkConnection = async (deps: PaymentDeps, venueId: number): Promise<ConnectionChange> =>
  advanceConnection(deps, await requireConnection(deps, venueId));

/** Gives up a pending connection. @throws `connection_not_found` */
export async function cancelConnection(deps: PaymentDeps, venueId: number): Promise<PaymentConnection> {
  const found = await requireConnection(deps, venueId);
  if (found.isLinked) throw fail('connection_not_found');
  await deps.database.connection.update({
    where: byKey(venueId, found.id),
    data: { endedAt: new Date(), askAt: new Date() },
  });
  return toPaymentConnection(found);
}

/**
 * Asks the provider what it allows, and links the chosen account once it may be paid to.
 * @throws `provider_unavailable`, `credentials_refused`, `fee_not_carried`
 */
export async function advanceConnection(
  deps: PaymentDeps,
  connection: Connection,
): Promise<ConnectionChange> {
  const { venueId, id, provider, mode, account } = connection;
  const flow = requireFlow(deps, provider);
  const { accounts } = openSecret(deps.box, connection);
  const chosen = accounts.find((one) => one.account === account) ?? accounts[0];
  const onboarding = await withAccess(deps, flow, connection, (grant) =>
    flow.onboarding({ ...chosen?.credentials, ...grant?.credentials }),
  ).catch(throwProviderFailure(provider));
  const isOpen = onboarding?.payments && onboarding.state === 'complete';
  const askAt = Date.now() + (isOpen && account !== null ? ASK_LATER_MS : ASK_SOON_MS);
  const isOver = account === null && connection.createdAt.getTime() < Date.now() - PENDING_MS;
  const asked = await deps.database.connection.update({
    where: byKey(venueId, id),
    data: {
      ...(onboarding && { onboarding }),
      askAt: new Date(askAt),
      ...(isOver && { endedAt: new Date() }),
    },
  });
  const linked = await deps.database.account.findFirst({
    where: { venueId, unlinkedAt: null, connectionId: id },
  });
  const mayLink = account !== null && !asked.endedAt && onboarding?.payments;
  if (!mayLink || linked?.providerAccount === account)
    return { venueId, result: toPaymentConnection({ ...asked, isLinked: linked !== null }), eventIds: [] };
  const { eventIds } = await linkVerified(deps, venueId, {
    ...{ provider, account, connectionId: id, carriesFee: true, byOperator: false, fees: {} },
    mode: mode === 'test' ? 'test' : 'live',
    credentials: chosen?.credentials,
  });
  return { venueId, result: toPaymentConnection({ ...asked, isLinked: true }), eventIds };
}

export const toPaymentConnection = (of: Connection & { isLinked: boolean }): PaymentConnection => ({
  provider: of.provider,
  organization: of.organizationName,
  mode: of.mode as PaymentConnection['mode'],
  state: of.isLinked ? 'linked' : of.account === null ? 'choose' : 'waiting',
  accounts: of.accounts as PaymentConnection['accounts'],
  account: of.account,
  onboarding: of.onboarding as Onboarding,
  created_at: of.createdAt.toISOString(),
});
