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
export function consequenceOf(attempt: StoredAttempt, reported: RemotePayment): Consequence {
  const detail = mismatch(attempt, reported);
  if (detail) return { is: 'mismatch', detail };
  if (reported.status === 'paid') {
    if (attempt.capturedCents > 0) return { is: 'nothing' };
    return { is: attempt.paidBy === null || attempt.paidBy === attempt.id ? 'paid' : 'paid twice' };
  }
  if (reported.status === 'open' || attempt.status !== 'open') return { is: 'nothing' };
  return { is: 'ended', status: reported.status };
}

function mismatch(attempt: StoredAttempt, reported: RemotePayment): string | null {
  if (attempt.providerId !== null && reported.id !== attempt.providerId)
    return `the provider speaks of ${reported.id} instead of ${attempt.providerId}`;
  if (reported.reference !== attempt.id)
    return `${reported.id} is noted for ${reported.reference ?? 'nothing of ours'} instead of ${attempt.id}`;
  const amountCents = Number(attempt.amountCents);
  if (reported.currency !== 'EUR' || reported.amountCents !== amountCents)
    return `${reported.id} is over ${amountText(reported.amountCents, reported.currency)} instead of ${amountText(amountCents)}`;
  if (reported.mode !== attempt.mode)
    return `${reported.id} is in ${reported.mode} mode instead of ${attempt.mode} mode`;
  return null;
}

/** An amount in the detail for a person: `12.50 EUR`. */
export const amountText = (cents: number | bigint, currency = 'EUR'): string =>
  `${(Number(cents) / 100).toFixed(2)} ${currency}`;
