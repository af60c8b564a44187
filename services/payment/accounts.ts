import { isDeepStrictEqual } from 'node:util';
import { appendEvents } from '@venue-booking/kit/events/outbox';
import { onTaken } from '@venue-booking/kit/postgres/sql';
import { event } from '@venue-booking/proto/events';
import { fail } from '@venue-booking/proto/failures';
import type { NewPaymentAccount, PaymentAccount } from '@venue-booking/proto/payment';
import { toCents, toEuro } from '@venue-booking/proto/primitives';
import { isLinkedByOperator, providerLabel } from '@venue-booking/proto/providers';
import { v7 as newId } from 'uuid';
import { byKey, type PaymentTx } from './database.ts';
import type { PaymentDeps } from './deps.ts';
import type { Account } from './gen/prisma/client.ts';
import { sealedFor } from './providerCalls.ts';
import { type Fees, requireFeeCarried, verifyCredentials } from './verifyCredentials.ts';

/** The outcome of a change, and the events that must be applied before it is in force. */
type Changed = { venueId: number; result: PaymentAccount; eventIds: string[] };

/** The account that a venue's guests pay to. @throws `payment_account_not_found` */
export const findAccount = async (deps: PaymentDeps, venueId: number): Promise<PaymentAccount> =>
  toPaymentAccount(await linkedAccount(deps, venueId));

/** The account that a venue is linked to now. @throws `payment_account_not_found` */
export async function linkedAccount({ database }: PaymentDeps, venueId: number): Promise<Account> {
  const account = await database.account.findFirst({ where: { venueId, unlinkedAt: null } });
  if (!account) throw fail('payment_account_not_found');
  return account;
}

/**
 * Links a venue to its provider, which is asked at once whose credentials these are. The same account again,
 * for example with a new key, keeps its place; another one takes over for what is paid from now on. Fees that
 * are not said stay what they were for the venue's last account, linked still or not.
 * @param options.byOperator whether the operator asks, who alone changes fees
 * @throws `account_by_operator`, `credentials_refused`, `fee_not_carried`, `operator_only`, `provider_off`,
 * `provider_unavailable`, `validation`
 */
export async function linkAccount(
  deps: PaymentDeps,
  venueId: number,
  wanted: NewPaymentAccount,
  { byOperator }: { byOperator: boolean } = { byOperator: true },
): Promise<Changed> {
  const { credentials, account, mode, carriesFee } = await verifyCredentials(deps, wanted);
  const known = { venueId, provider: wanted.provider, providerAccount: account, mode };
  const sealed = (id: string) => deps.box.seal(JSON.stringify(credentials), sealedFor({ venueId, id }));
  const link = async (tx: PaymentTx) => {
    const revision = await nextRevision(tx, venueId);
    const current = await feesOf(tx, venueId);
    const fees = feesAfter(current, wanted);
    if (!byOperator && !isDeepStrictEqual(fees, current)) throw fail('operator_only');
    requireFeeCarried({ provider: wanted.provider, carriesFee }, fees);
    const before = await tx.account.findMany({ where: known, select: { id: true, unlinkedAt: true } });
    if (!byOperator && before.length === 0 && isLinkedByOperator(wanted.provider))
      throw fail('account_by_operator', { provider: providerLabel(wanted.provider) });
    // Money of before the account was unlinked goes back by the new key as well.
    for (const { id } of before)
      await tx.account.update({ where: byKey(venueId, id), data: { credentials: sealed(id), carriesFee } });
    const same = before.find(({ unlinkedAt }) => unlinkedAt === null);
    const id = same?.id ?? newId();
    await tx.account.updateMany({
      where: { venueId, unlinkedAt: null, id: { not: id } },
      data: { unlinkedAt: new Date() },
    });
    const linked = same
      ? await tx.account.update({ where: byKey(venueId, id), data: fees })
      : await tx.account.create({ data: { ...known, ...fees, id, credentials: sealed(id), carriesFee } });
    return announce(tx, linked, revision);
  };
  return settled(deps, link);
}

/**
 * Ends a venue's link. Its credentials stay sealed, as money that came in by them may have to go back.
 * @throws `payment_account_not_found`
 */
export const unlinkAccount = (deps: PaymentDeps, venueId: number): Promise<Changed> =>
  settled(deps, async (tx) => {
    const revision = await nextRevision(tx, venueId);
    const [account] = await tx.account.updateManyAndReturn({
      where: { venueId, unlinkedAt: null },
      data: { unlinkedAt: new Date() },
    });
    if (!account) throw fail('payment_account_not_found');
    return announce(tx, account, revision);
  });

/** The fees of a venue's last account, or none. */
async function feesOf(tx: PaymentTx, venueId: number): Promise<Fees> {
  const last = await tx.account.findFirst({
    where: { venueId },
    orderBy: { unlinkedAt: { sort: 'desc', nulls: 'first' } },
    select: { feeBasisPoints: true, feeFixedCents: true },
  });
  return last ?? { feeBasisPoints: 0, feeFixedCents: 0 };
}

const feesAfter = (
  current: Fees,
  { platform_fee_percent: percent, platform_fee_fixed_eur: fixed }: NewPaymentAccount,
): Fees => ({
  feeBasisPoints: percent === undefined ? current.feeBasisPoints : Math.round(percent * 100),
  feeFixedCents: fixed === undefined ? current.feeFixedCents : toCents(fixed),
});

async function settled(
  { database, wakeRelay }: PaymentDeps,
  work: (tx: PaymentTx) => Promise<Changed>,
): Promise<Changed> {
  // Taken: two at once, of whom the other was first.
  const outcome = await onTaken(database.$transaction(work), () => fail('unavailable'));
  wakeRelay();
  return outcome;
}

/** The changes of a venue's account have one order: this row is locked until the change is done. */
async function nextRevision(tx: PaymentTx, venueId: number): Promise<bigint> {
  const { revision } = await tx.accountRevision.upsert({
    where: { venueId },
    create: { venueId, revision: 1n },
    update: { revision: { increment: 1 } },
  });
  return revision;
}

async function announce(tx: PaymentTx, account: Account, revision: bigint): Promise<Changed> {
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
  linked_at: account.linkedAt.toISOString(),
});
