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
 * Links a venue to an account at a provider, after the provider has verified the credentials. Linking the
 * same account again, for example with a new key, keeps its row. Another account replaces it for later
 * payments. Fees that are not given stay those of the venue's last account, even if that was unlinked.
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
  const verified = await verifyCredentials(deps, request);
  const { provider } = request;
  const fees = (current: Terms): Terms => {
    const wanted = feesAfter(current, request);
    if (!byOperator && !isDeepStrictEqual(wanted, current)) throw fail('operator_only');
    return wanted;
  };
  const isProven = byOperator || !isLinkedByOperator(provider);
  return runChange(deps, async (tx) =>
    linkVerified(deps, tx, await nextRevision(tx, venueId), { venueId, provider, verified, fees, isProven }),
  );
}

/**
 * Links a venue to an account whose credentials the provider has verified.
 * @param revision from {@link nextRevision} in this transaction
 * @param account.fees the fees of the account, from those of the venue's last account
 * @param account.isProven whether the account is known to be the venue's; if not, the venue must have had it
 * @throws `account_by_operator`, `fee_not_carried`
 */
async function linkVerified(
  { box }: Pick<PaymentDeps, 'box'>,
  tx: PaymentTx,
  revision: bigint,
  { venueId, provider, verified, fees: feesFrom = (current) => current, isProven }: LinkedAccount,
): Promise<Changed> {
  const { credentials, account, mode, carriesFee } = verified;
  const identity = { venueId, provider, providerAccount: account, mode };
  const sealed = (id: string) => box.seal(JSON.stringify(credentials), credentialsContext({ venueId, id }));
  const fees = feesFrom(await feesOf(tx, venueId));
  requireFeeCarried({ provider, carriesFee }, fees);
  const existing = await tx.account.findMany({ where: identity, select: { id: true, unlinkedAt: true } });
  if (!isProven && existing.length === 0)
    throw fail('account_by_operator', { provider: providerLabel(provider) });
  // Payments from before the account was unlinked are refunded with the new key as well.
  for (const { id } of existing)
    await tx.account.update({ where: byKey(venueId, id), data: { credentials: sealed(id), carriesFee } });
  const same = existing.find(({ unlinkedAt }) => unlinkedAt === null);
  const id = same?.id ?? newId();
  await tx.account.updateMany({
    where: { venueId, unlinkedAt: null, id: { not: id } },
    data: { unlinkedAt: new Date() },
  });
  const linked = same
    ? await tx.account.update({ where: byKey(venueId, id), data: fees })
    : await tx.account.create({ data: { ...identity, ...fees, id, credentials: sealed(id), carriesFee } });
  return publishChange(tx, linked, revision);
}

type LinkedAccount = {
  venueId: number;
  provider: string;
  verified: VerifiedAccount & { credentials: unknown };
  fees?: (current: Terms) => Terms;
  isProven: boolean;
};

/**
 * Unlinks a venue's account. Its encrypted credentials stay, because its payments may need refunds.
 * @throws `payment_account_not_found`
 */
export const unlinkAccount = (deps: PaymentDeps, venueId: number): Promise<Changed> =>
  runChange(deps, async (tx) => {
    const revision = await nextRevision(tx, venueId);
    const [account] = await tx.account.updateManyAndReturn({
      where: { venueId, unlinkedAt: null },
      data: { unlinkedAt: new Date() },
    });
    if (!account) throw fail('payment_account_not_found');
    return publishChange(tx, account, revision);
  });

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
  }: NewPaymentAccount,
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

/** Locks a row that orders all changes of a venue's account, until the transaction ends. */
async function nextRevision(tx: PaymentTx, venueId: number): Promise<bigint> {
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
