import type { Deposit } from '@venue-booking/proto/payment/deposit';
import { MIN_DEPOSIT_EUR } from '@venue-booking/proto/payment/minDeposit';

// The dashboard loads this file, so it imports no schemas.
const toCents = (euro: number): number => Math.round(euro * 100);

/**
 * Cents that a guest pays online to make a booking: the deposit, or the whole price without one.
 * @param amountCents the price in whole cents
 */
export function depositOf(amountCents: number, deposit: Deposit | null): number {
  if (!deposit || amountCents < toCents(deposit.from_eur ?? 0)) return amountCents;
  const { percent, fixed_eur = 0 } = deposit;
  const cents = percent === undefined ? toCents(fixed_eur) : Math.ceil((amountCents * percent) / 100);
  return Math.min(Math.max(cents, toCents(MIN_DEPOSIT_EUR)), amountCents);
}
