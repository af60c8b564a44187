import type { Account, Attempt, Payment } from './gen/prisma/client.ts';
import type { RemotePayment } from './provider.ts';

/** What is known here of an attempt that a provider speaks of. `paidBy`: the attempt that has paid. */
export type KnownAttempt = Pick<Attempt, 'id' | 'providerId' | 'status' | 'amountCents' | 'capturedCents'> &
  Pick<Account, 'mode'> &
  Pick<Payment, 'paidBy'>;

/** What follows from what a provider says. Nothing: all of that is known. */
export type Consequence =
  /** It does not speak of our attempt, or not of what was asked: a person has to look. */
  | { is: 'mismatch'; detail: string }
  /** Money came in, and pays the booking. */
  | { is: 'paid' }
  /** Money came in for what was paid already. */
  | { is: 'paid twice' }
  /** It can't be paid any more. */
  | { is: 'ended'; status: 'failed' | 'canceled' | 'expired' }
  | { is: 'nothing' };

/**
 * Decides what follows from a provider's statement about an attempt. Money first: what was paid counts
 * whatever we had given up before.
 */
export function consequenceOf(known: KnownAttempt, said: RemotePayment): Consequence {
  const detail = mismatch(known, said);
  if (detail) return { is: 'mismatch', detail };
  if (said.status === 'paid') {
    if (known.capturedCents > 0) return { is: 'nothing' };
    return { is: known.paidBy === null || known.paidBy === known.id ? 'paid' : 'paid twice' };
  }
  if (said.status === 'open' || known.status !== 'open') return { is: 'nothing' };
  return { is: 'ended', status: said.status };
}

function mismatch(known: KnownAttempt, said: RemotePayment): string | null {
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

/** An amount as a note for a person has it: `12.50 EUR`. */
export const amountText = (cents: number | bigint, currency = 'EUR'): string =>
  `${(Number(cents) / 100).toFixed(2)} ${currency}`;
