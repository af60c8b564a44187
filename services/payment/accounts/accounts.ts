import { isDeepStrictEqual } from 'node:util';
import { appendEvents } from '@venue-booking/kit/events/outbox';
import { onUniqueViolation } from '@venue-booking/kit/postgres/sql';
import { event } from '@venue-booking/proto/events';
import { fail } from '@venue-booking/proto/failures';
import type { NewPaymentAccount, PaymentAccount } from '@venue-booking/proto/payment/payment';
import { isLinkedByOperator, providerLabel } from '@venue-booking/proto/payment/providers';
import { toCents, toEuro } from '@venue-booking/proto/primitives';
import { v7 as newId } from 'uuid';
import { byKey, type PaymentTx } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import type { Account } from '../gen/prisma/client.ts';
import {
  hasExpiringToken,
  noteLinked,
  recordExpiringToken,
  resolveAccountItems,
} from '../payments/accountAttention.ts';
import { credentialsContext } from '../providers/callProvider.ts';
import type { VerifiedAccount } from '../providers/provider.ts';
import { type Fees, requireFeeCarried, verifyCredentials } from './verifyCredentials.ts';

/** The result of a change, and the events that other services must apply before it takes effect. */
type Changed = { venueId: number; result: PaymentAccount; eventIds: string[] };

/** The account that a venue's guests pay to. @throws `payment_account_not_found` */
export const findAccount = async (deps: PaymentDeps, venueId: number): Promise<PaymentAccount> =>
  toPaymentAccount(await linkedAccount(deps, venueId));

/** The row of the account that a venue has linked. @throws `payment_account_not_found` */
export async function linkedAccount({ database }: PaymentDeps, venueId: number): Promise<Account> {
  const account = await database.account.findFirst({ where: { venueId, unlinkedAt: null } });
  if (!account) throw fail('payment_account_not_found');
  return account;
}

/**
 * Links a venue to an account at a provider, after the provider has verified the credentials.
 * @param options.byOperator whether the operator calls; only the operator changes fees
 * @throws `account_by_operator`, `credentials_refused`, `fee_not_carried`, `operator_only`, `provider_off`,
 * `provider_unavailable`, `validation`
 */
export async function linkAccount(
  deps: PaymentDeps,
  venueId: number,
  request: NewPaymentAccount,
  { byOperator }: { byOperator: boolean } = { byOperator: true },
): Promise<Changed> {
  const { provider } = request;
  const verified = await verifyCredentials(deps, request);
  return linkVerified(deps, venueId, {
    ...verified,
    provider,
    fees: request,
    byOperator,
    connectionId: null,
  });
}

/** An account that its provider has verified. */
type VerifiedLink = VerifiedAccount & {
  provider: string;
  /** Stored sealed. Those of a connection lack its tokens. */
  credentials: unknown;
  /** The connection that proves who owns the account; null for typed credentials. */
  connectionId: string | null;
  fees: Partial<
    Pick<NewPaymentAccount, 'platform_fee_percent' | 'platform_fee_fixed_eur' | 'platform_fee_bearer'>
  >;
  byOperator: boolean;
  /** Set if no owner is looking: who has connected the account, for the attention list. */
  notedFor?: string;
};

/**
 * Links a venue to a verified account. Linking the same account again, for example with a new key, keeps its
 * row. Another account replaces it for later payments. Fees that are not given stay those of the venue's last
 * account, even if that was unlinked.
 * @throws `account_by_operator`, `connection_not_found`, `fee_not_carried`, `operator_only`
 */
export async function linkVerified(
  deps: PaymentDeps,
  venueId: number,
  { provider, account, mode, carriesFee, credentials, connectionId, ...by }: VerifiedLink,
): Promise<Changed> {
  const identity = { venueId, provider, providerAccount: account, mode };
  const access = (id: string) => ({
    credentials: deps.box.seal(JSON.stringify(credentials), credentialsContext({ venueId, id })),
    carriesFee,
    connectionId,
  });
  return runChange(deps, async (tx) => {
    const revision = await lockAccounts(tx, venueId);
    await requireOpenConnection(tx, venueId, connectionId);
    const current = await feesOf(tx, venueId);
    const fees = feesAfter(current, by.fees);
    if (!by.byOperator && !isDeepStrictEqual(fees, current)) throw fail('operator_only');
    requireFeeCarried({ provider, carriesFee }, fees);
    const existing = await tx.account.findMany({ where: identity, select: { id: true, unlinkedAt: true } });
    const isProven = by.byOperator || connectionId !== null || existing.length > 0;
    if (!isProven && isLinkedByOperator(provider))
      throw fail('account_by_operator', { provider: providerLabel(provider) });
    // Payments from before the account was unlinked are refunded with the new key as well.
    for (const { id } of existing) await tx.account.update({ where: byKey(venueId, id), data: access(id) });
    const same = existing.find(({ unlinkedAt }) => unlinkedAt === null);
    const id = same?.id ?? newId();
    await tx.account.updateMany({
      where: { venueId, unlinkedAt: null, id: { not: id } },
      data: { unlinkedAt: new Date() },
    });
    const linked = same
      ? await tx.account.update({ where: byKey(venueId, id), data: fees })
      : await tx.account.create({ data: { ...identity, ...fees, id, ...access(id) } });
    await endUnusedConnections(tx, venueId, connectionId);
    if (by.notedFor !== undefined) await noteLinked(tx, linked, by.notedFor);
    await resolveAccountItems(tx, venueId);
    if (connectionId === null && hasExpiringToken(credentials)) await recordExpiringToken(tx, linked);
    return publishChange(tx, linked, revision);
  });
}

/** The owner may have given a connection up, or replaced its account, while the provider was asked. */
async function requireOpenConnection(tx: PaymentTx, venueId: number, id: string | null): Promise<void> {
  if (id === null) return;
  const isOpen = (await tx.connection.count({ where: { venueId, id, endedAt: null } })) > 0;
  if (!isOpen || (await isReplaced(tx, { venueId, id }))) throw fail('connection_not_found');
}

/** Whether another account has replaced that of a connection, which is then kept only for refunds. */
export async function isReplaced(tx: PaymentTx, { venueId, id }: { venueId: number; id: string }) {
  const accounts = await tx.account.findMany({
    where: { venueId, connectionId: id },
    select: { unlinkedAt: true },
  });
  return accounts.length > 0 && accounts.every(({ unlinkedAt }) => unlinkedAt !== null);
}

/** Ends the connections of a venue that no account uses, such as an earlier one to the same account. */
const endUnusedConnections = (tx: PaymentTx, venueId: number, exceptId: string | null) => tx.$executeRaw`
  UPDATE payment.connection c SET ended_at = now(), ask_at = now()
  WHERE c.venue_id = ${venueId} AND c.ended_at IS NULL AND c.id IS DISTINCT FROM ${exceptId}::uuid
    AND NOT EXISTS (SELECT FROM payment.account a WHERE a.venue_id = c.venue_id AND a.connection_id = c.id)`;

/**
 * Unlinks a venue's account. Its typed credentials stay, because its payments may need refunds. What a
 * provider granted is revoked as soon as no payment or refund needs it.
 * @throws `payment_account_not_found`
 */
export const unlinkAccount = (deps: PaymentDeps, venueId: number): Promise<Changed> =>
  runChange(deps, async (tx) => {
    const revision = await lockAccounts(tx, venueId);
    const account = await tx.account.findFirst({ where: { venueId, unlinkedAt: null } });
    if (!account) throw fail('payment_account_not_found');
    await resolveAccountItems(tx, venueId);
    return unlinkRow(tx, account, revision);
  });

/**
 * Unlinks a linked account, in the transaction that has locked the accounts of its venue. Ends its connection
 * and those of accounts that it has replaced.
 */
export async function unlinkRow(tx: PaymentTx, { venueId, id }: Account, revision: bigint): Promise<Changed> {
  const unlinkedAt = new Date();
  const unlinked = await tx.account.update({ where: byKey(venueId, id), data: { unlinkedAt } });
  await tx.$executeRaw`
    UPDATE payment.connection c SET ended_at = now(), ask_at = now()
    WHERE c.venue_id = ${venueId} AND c.ended_at IS NULL
      AND EXISTS (SELECT FROM payment.account a WHERE a.venue_id = c.venue_id AND a.connection_id = c.id)`;
  return publishChange(tx, unlinked, revision);
}

/** The linked account of a connection, or null. */
export const linkedAccountOf = (
  tx: PaymentTx,
  { venueId, id }: { venueId: number; id: string },
): Promise<Account | null> =>
  tx.account.findFirst({ where: { venueId, connectionId: id, unlinkedAt: null } });

type Terms = Fees & Pick<Account, 'feeBearer'>;

/** The fees of a venue's last account, or none. */
async function feesOf(tx: PaymentTx, venueId: number): Promise<Terms> {
  const last = await tx.account.findFirst({
    where: { venueId },
    orderBy: { unlinkedAt: { sort: 'desc', nulls: 'first' } },
    select: { feeBasisPoints: true, feeFixedCents: true, feeBearer: true },
  });
  return last ?? { feeBasisPoints: 0, feeFixedCents: 0, feeBearer: 'venue' };
}

const feesAfter = (
  current: Terms,
  {
    platform_fee_percent: percent,
    platform_fee_fixed_eur: fixed,
    platform_fee_bearer: bearer,
  }: VerifiedLink['fees'],
): Terms => ({
  feeBasisPoints: percent === undefined ? current.feeBasisPoints : Math.round(percent * 100),
  feeFixedCents: fixed === undefined ? current.feeFixedCents : toCents(fixed),
  feeBearer: bearer ?? current.feeBearer,
});

async function runChange(
  { database, wakeRelay }: PaymentDeps,
  work: (tx: PaymentTx) => Promise<Changed>,
): Promise<Changed> {
  // A unique violation means that a concurrent change came first.
  const outcome = await onUniqueViolation(database.$transaction(work), () => fail('unavailable'));
  wakeRelay();
  return outcome;
}

/**
 * Locks a row that orders all changes of a venue's account, until the transaction ends. Lock it before any
 * connection. Returns the revision of the change.
 */
export async function lockAccounts(tx: PaymentTx, venueId: number): Promise<bigint> {
  const { revision } = await tx.accountRevision.upsert({
    where: { venueId },
    create: { venueId, revision: 1n },
    update: { revision: { increment: 1 } },
  });
  return revision;
}

async function publishChange(tx: PaymentTx, account: Account, revision: bigint): Promise<Changed> {
  const { venueId, provider, feeBasisPoints, feeFixedCents, unlinkedAt } = account;
  const linked = unlinkedAt === null;
  const fact = linked ? { linked, provider, feeBasisPoints, feeFixedCents } : { linked };
  const eventIds = await appendEvents(tx, 'payment', [
    event('events.payment.account_changed', { venueId, revision, ...fact }),
  ]);
  return { venueId, result: toPaymentAccount(account), eventIds };
}

const toPaymentAccount = (account: Account): PaymentAccount => ({
  provider: account.provider,
  account: account.providerAccount,
  mode: account.mode as PaymentAccount['mode'],
  platform_fee_percent: account.feeBasisPoints / 100,
  platform_fee_fixed_eur: toEuro(account.feeFixedCents),
  platform_fee_bearer: account.feeBearer as NonNullable<PaymentAccount['platform_fee_bearer']>,
  linked_at: account.linkedAt.toISOString(),
});
