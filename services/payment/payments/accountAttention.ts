import type { Onboarding } from '@venue-booking/proto/payment/connection';
import { providerLabel } from '@venue-booking/proto/payment/providers';
import type { PaymentTx } from '../database.ts';
import type { Account } from '../gen/prisma/client.ts';
import { recordAttention } from './attention.ts';

/** A linked account, by the id of its row, so that a notice is recorded once per link. */
type Linked = Pick<Account, 'venueId' | 'id' | 'provider' | 'providerAccount'>;

const ofVenue = ({ venueId }: Linked) => ({ venueId, id: null, bookingId: null });

/**
 * Tells the owners that an account took effect while none of them was looking.
 * @param startedBy who has connected it, as in histories
 */
export const noteLinked = (tx: PaymentTx, account: Linked, startedBy: string): Promise<void> =>
  recordAttention(tx, ofVenue(account), {
    kind: 'account_linked',
    subject: account.id,
    detail: `guests now pay to the account ${account.providerAccount} at ${providerLabel(account.provider)}, which ${startedBy.replace(/^person /, '')} connected`,
  });

/** Tells the owners that the account was disconnected at its provider. */
export const noteDisconnected = (tx: PaymentTx, account: Linked): Promise<void> =>
  recordAttention(tx, ofVenue(account), {
    kind: 'account_disconnected',
    subject: account.id,
    detail: `the account ${account.providerAccount} was disconnected at ${providerLabel(account.provider)}`,
  });

/**
 * Tells the owners that the provider has restricted a linked account: it took payments or made payouts, and
 * no longer does.
 * @param change.number distinguishes this change from later ones
 */
export async function noteRestricted(
  tx: PaymentTx,
  account: Linked,
  { before, now, number }: { before: Onboarding; now: Onboarding; number: number },
): Promise<void> {
  const name = providerLabel(account.provider);
  const reason = now.disabled_reason ?? now.requirements?.join(', ') ?? '';
  const item = (what: string, does: string) => ({
    kind: 'account_restricted' as const,
    subject: `${account.id} ${what} ${number}`,
    detail: `${name} ${does} the account ${account.providerAccount}: ${reason}`,
  });
  if (before.payments && !now.payments)
    await recordAttention(tx, ofVenue(account), item('payments', 'takes no payments for'));
  else if (before.payouts && !now.payouts)
    await recordAttention(tx, ofVenue(account), item('payouts', 'pays nothing out to'));
}

/** Kinds of items that end once the account is linked anew or unlinked. */
const ENDING_KINDS = ['account_refused', 'token_expires'];

/** Resolves the items about the account, because it was linked anew or unlinked. */
export async function resolveAccountItems(tx: PaymentTx, venueId: number): Promise<void> {
  await tx.attention.updateMany({
    where: { venueId, kind: { in: ENDING_KINDS }, resolvedAt: null },
    data: { resolvedAt: new Date(), resolvedBy: 'system' },
  });
}

/** Whether credentials have a pasted access token, which the platform cannot renew. */
export const hasExpiringToken = (credentials: unknown): boolean =>
  typeof credentials === 'object' && credentials !== null && 'access_token' in credentials;

/** Records that the pasted access token of an account expires. */
export async function recordExpiringToken(tx: PaymentTx, { venueId, id }: Account): Promise<void> {
  const item = {
    ...{ kind: 'token_expires', resolvedAt: null, resolvedBy: null, createdAt: new Date() },
    detail: 'the pasted access token expires: connect the account instead',
  };
  await tx.attention.upsert({
    where: { venueId_kind_subject: { venueId, kind: item.kind, subject: id } },
    create: { ...item, venueId, subject: id },
    update: item,
  });
}
