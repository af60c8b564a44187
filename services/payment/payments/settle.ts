import type { Account, Attempt, Payment } from '../gen/prisma/client.ts';
import type { RemotePayment } from '../providers/provider.ts';

/** The stored state of an attempt in a statement. `paidBy` is the attempt that paid the payment. */
export type StoredAttempt = Pick<Attempt, 'id' | 'providerId' | 'status' | 'amountCents' | 'capturedCents'> &
  Pick<Account, 'mode'> &
  Pick<Payment, 'paidBy'>;

/** The consequence of a provider's statement. `nothing`: the statement is already known. */
export type Consequence =
  /** The statement is not about our attempt, or not as ordered: a person must look at it. */
  | { is: 'mismatch'; detail: string }
  /** Money came in and pays the booking. */
  | { is: 'paid' }
  /** Money came in for a payment that was already paid. */
  | { is: 'paid twice' }
  /** The attempt can no longer be paid. */
  | { is: 'ended'; status: 'failed' | 'canceled' | 'expired' }
  | { is: 'nothing' };

/**
 * Decides the consequence of a provider's statement about an attempt. A paid attempt always counts, even if
 * this service had already given it up.
 */
export function consequenceOf(known: StoredAttempt, said: RemotePayment): Consequence {
  const detail = mismatch(known, said);
  if (detail) return { is: 'mismatch', detail };
  if (said.status === 'paid') {
    if (known.capturedCents > 0) return { is: 'nothing' };
    return { is: known.paidBy === null || known.paidBy === known.id ? 'paid' : 'paid twice' };
  }
  if (said.status === 'open' || known.status !== 'open') return { is: 'nothing' };
  return { is: 'ended', status: said.status };
}

function mismatch(known: StoredAttempt, said: RemotePayment): string | null {
  if (known.providerId !== null && said.id !== known.providerId)
    return `the provider speaks of ${said.id} instead of ${known.providerId}`;
  if (said.reference !== known.id)
    return `${said.id} is noted for ${said.reference ?? 'nothing of ours'} instead of ${known.id}`;
  const amountCents = Number(known.amountCents);
  if (said.currency !== 'EUR' || said.amountCents !== amountCents)
    return `${said.id} is over ${amountText(said.amountCents, said.currency)} instead of ${amountText(amountCents)}`;
  if (said.mode !== known.mode) return `${said.id} is in ${said.mode} mode instead of ${known.mode} mode`;
  return null;
}

/** An amount in the detail for a person: `12.50 EUR`. */
export const amountText = (cents: number | bigint, currency = 'EUR'): string =>
  `${(Number(cents) / 100).toFixed(2)} ${currency}`;
