import { fail } from '@venue-booking/proto/failures';
import type { Onboarding, PaymentConnection } from '@venue-booking/proto/payment/connection';
import { v7 as newId } from 'uuid';
import { isReplaced, linkedAccountOf, linkVerified, lockAccounts } from '../accounts/accounts.ts';
import { throwProviderFailure } from '../accounts/verifyCredentials.ts';
import { byKey } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import type { Connection } from '../gen/prisma/client.ts';
import { openSecret, sealSecret, withAccess } from '../providers/accessTokens.ts';
import { openCredentials } from '../providers/callProvider.ts';
import type { Connected } from '../providers/connectFlow.ts';
import { adoptAccount, endDisconnected } from './accountEvents.ts';
import { beginAsking, isOver, storeAnswer } from './onboardingAnswers.ts';
import { requireFlow } from './requireFlow.ts';

/** A change of a connection, and the events that other services must apply before it takes effect. */
export type ConnectionChange = { venueId: number; result: PaymentConnection; eventIds: string[] };

/** When the sweep asks for the onboarding, after a crash or if the owner does not return. */
const ASK_AFTER_MS = 60_000;

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
  for (const connection of connections)
    if (!(await isReplaced(database, connection)))
      return { ...connection, isLinked: (await linkedAccountOf(database, connection)) !== null };
  return null;
}

/** @throws `connection_not_found` */
async function requireConnection(deps: PaymentDeps, venueId: number) {
  const found = await findConnection(deps, venueId);
  if (!found) throw fail('connection_not_found');
  return found;
}

/**
 * The credentials of the account that a venue has connected at a provider, is connecting, or had connected
 * before; null if there is none.
 */
export async function findExisting(
  deps: PaymentDeps,
  { venueId, provider }: { venueId: number; provider: string },
): Promise<unknown> {
  const { database, box } = deps;
  const found = await findConnection(deps, venueId);
  if (found?.provider === provider && found.account !== null) {
    const { accounts } = openSecret(box, found);
    return accounts.find(({ account }) => account === found.account)?.credentials ?? null;
  }
  const before = await database.account.findFirst({
    where: { venueId, provider, connectionId: { not: null } },
    orderBy: { linkedAt: 'desc' },
  });
  return before && openCredentials(box, before);
}

/**
 * Stores what a provider has granted, without linking an account: {@link advanceConnection} does so. It
 * replaces a pending connection, unless that is to the same account and has no tokens.
 */
export async function keepConnection(
  deps: PaymentDeps,
  { venueId, provider, startedBy }: { venueId: number; provider: string; startedBy: string },
  { organization, grant, accounts, mode }: Connected,
): Promise<Connection> {
  const { database, box } = deps;
  const id = newId();
  // The owner's return asks earlier.
  const askAt = new Date(Date.now() + ASK_AFTER_MS);
  const linked = await database.account.findFirst({ where: { venueId, provider, unlinkedAt: null } });
  const [only] = accounts.length === 1 ? accounts : [];
  const again = accounts.find(({ account }) => account === linked?.providerAccount);
  return database.$transaction(async (tx) => {
    await lockAccounts(tx, venueId);
    const same = { venueId, provider, mode, organization: organization.id, endedAt: null };
    const known = grant
      ? null
      : await tx.connection.findFirst({ where: same, orderBy: { createdAt: 'desc' } });
    if (known && !(await isReplaced(tx, known)))
      return tx.connection.update({
        where: byKey(venueId, known.id),
        data: { startedBy, startedAt: new Date(), organizationName: organization.name, askAt },
      });
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
        askAt,
        renewAt: grant && new Date(grant.renewAt),
      },
    });
  });
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
export async function checkConnection(deps: PaymentDeps, venueId: number): Promise<ConnectionChange> {
  await adoptAccount(deps, venueId);
  return advanceConnection(deps, await requireConnection(deps, venueId));
}

/** Gives up a pending connection. @throws `connection_not_found` */
export async function cancelConnection(deps: PaymentDeps, venueId: number): Promise<PaymentConnection> {
  const found = await requireConnection(deps, venueId);
  await deps.database.$transaction(async (tx) => {
    await lockAccounts(tx, venueId);
    if (await linkedAccountOf(tx, found)) throw fail('connection_not_found');
    const data = { endedAt: new Date(), askAt: new Date() };
    await tx.connection.update({ where: byKey(venueId, found.id), data });
  });
  return toPaymentConnection(found);
}

/**
 * Asks the provider what it allows, and links the chosen account once it may be paid to.
 * @param options.alone no owner asks: an account that takes effect is noted for the owners, and none takes
 * effect long after an owner has last been at the provider
 * @throws `provider_unavailable`, `credentials_refused`, `fee_not_carried`, `connection_not_found` if it was
 * given up meanwhile
 */
export async function advanceConnection(
  deps: PaymentDeps,
  connection: Connection,
  { alone = false } = {},
): Promise<ConnectionChange> {
  const { venueId, id, provider, mode, account } = connection;
  const flow = requireFlow(deps, provider);
  const { accounts } = openSecret(deps.box, connection);
  const chosen = accounts.find((one) => one.account === account) ?? accounts[0];
  const request = await beginAsking(deps, connection);
  const onboarding = await withAccess(deps, flow, connection, (grant) =>
    flow.onboarding({ ...chosen?.credentials, ...grant?.credentials }),
  ).catch(throwProviderFailure(provider));
  const stored = await storeAnswer(deps, connection, { request, onboarding });
  const isLinked = (await linkedAccountOf(deps.database, stored))?.providerAccount === account;
  const unchanged = (of: { isLinked: boolean }) => ({
    venueId,
    result: toPaymentConnection({ ...stored, ...of }),
    eventIds: [] as string[],
  });
  if (stored.answered !== request.number || stored.endedAt) return unchanged({ isLinked });
  if (onboarding === null) {
    if (!stored.disconnectedAt) return unchanged({ isLinked });
    const eventIds = await endDisconnected(deps, stored);
    deps.wakeRelay();
    return { ...unchanged({ isLinked: false }), eventIds };
  }
  const isWanted = account !== null && !(await isReplaced(deps.database, stored));
  if (!isWanted || isLinked || !onboarding.payments || (alone && isOver(stored, Date.now())))
    return unchanged({ isLinked });
  const { eventIds } = await linkVerified(deps, venueId, {
    ...{ provider, account, connectionId: id, carriesFee: true, byOperator: false, fees: {} },
    mode: mode === 'test' ? 'test' : 'live',
    credentials: chosen?.credentials,
    ...(alone && { notedFor: stored.startedBy }),
  });
  deps.log.info({ venueId, provider, account, alone }, 'linked a connected account');
  return { ...unchanged({ isLinked: true }), eventIds };
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
