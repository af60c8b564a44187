import type { Deposit } from '@venue-booking/proto/payment/deposit';
import { MIN_DEPOSIT_EUR } from '@venue-booking/proto/payment/minDeposit';
import { MIN_REST_HOURS } from './restStep.ts';

// The dashboard loads this file, so it imports no schemas.
const toCents = (euro: number): number => Math.round(euro * 100);

/**
 * Cents that a guest pays online to make a booking: the deposit, or the whole price without one.
 * @param amountCents the price in whole cents
 * @param hoursAhead hours from the booking to the start
 */
export function depositOf(
  amountCents: number,
  deposit: Deposit | null,
  hoursAhead = Number.POSITIVE_INFINITY,
): number {
  if (!deposit || amountCents < toCents(deposit.from_eur ?? 0)) return amountCents;
  const { percent, fixed_eur = 0, rest_until_hours = Number.NEGATIVE_INFINITY } = deposit;
  // There is no time left to pay the rest.
  if (hoursAhead < rest_until_hours + MIN_REST_HOURS) return amountCents;
  const cents = percent === undefined ? toCents(fixed_eur) : Math.ceil((amountCents * percent) / 100);
  return Math.min(Math.max(cents, toCents(MIN_DEPOSIT_EUR)), amountCents);
}
