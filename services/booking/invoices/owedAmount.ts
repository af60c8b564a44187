import { apportion, type ByRate, type VatCents } from '@venue-booking/domain/price/vat';
import { heldOf, laterOf, paidOf, wasPaid } from '../core/keptMoney.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';

/** The columns that decide what a guest owes for a booking. */
export type OwedRow = Pick<
  Row,
  | 'status'
  | 'amountCents'
  | 'paymentStatus'
  | 'paidCents'
  | 'leftCents'
  | 'refundingCents'
  | 'chargedBackCents'
  | 'laterChargedBackCents'
  | 'keptCents'
  | 'moneyKept'
  | 'furtherCents'
  | 'deskCents'
  | 'deskKeptCents'
> & { vat?: unknown };

/**
 * Cents that a guest owes for a booking, paid or not: its price, less what the venue refunded of it; of a
 * cancelled booking what the venue keeps. What a bank took back is still owed. Invoices less credit notes add
 * up to this.
 */
export function owedCents(row: OwedRow): number {
  const amount = Number(row.amountCents);
  if (row.status === 'cancelled') return keptOnlineCents(row) + keptAtDeskCents(row);
  if (!['confirmed', 'checked_in', 'no_show'].includes(row.status)) return 0;
  return wasPaid(row) ? amount - Math.max(0, paidOf(row) - ownedCents(row)) : amount;
}

/** Cents of all online payments that a cancellation kept and that the venue did not refund since. */
function keptOnlineCents(row: OwedRow): number {
  const decided = Number(row.keptCents ?? (row.moneyKept ? row.amountCents : 0));
  const laterCents = Math.max(0, laterOf(row) + Number(row.laterChargedBackCents));
  return Math.min(decided, (wasPaid(row) ? ownedCents(row) : 0) + laterCents);
}

/** Cents of the desk's money that a cancellation kept and that were not returned since. */
const keptAtDeskCents = ({ deskKeptCents, deskCents }: OwedRow): number =>
  Math.max(0, Math.min(Number(deskKeptCents ?? 0), Number(deskCents)));

/** Cents of the first online payment that belong to the venue, those that a bank took back included. */
const ownedCents = (row: OwedRow): number =>
  Math.max(
    0,
    Number(row.leftCents ?? paidOf(row)) + Number(row.chargedBackCents) - Number(row.refundingCents),
  );

/** Cents that the venue has for a booking, without the desk's money that a cancellation did not keep. */
export function heldCents(row: OwedRow): number {
  const atDesk = row.status === 'cancelled' ? keptAtDeskCents(row) : Number(row.deskCents);
  return Math.max(0, (wasPaid(row) ? heldOf(row) : 0) + laterOf(row) + atDesk);
}

/**
 * {@link owedCents} by VAT rate, in hundredths of a percent. Rates of 0 cents are left out. Without VAT
 * rates, everything is at 0.
 */
export function owedByRate(row: OwedRow): ByRate {
  const vat = (row.vat as VatCents[] | null | undefined) ?? [];
  const weights = new Map(vat.map(({ basisPoints, amountCents }) => [basisPoints, amountCents]));
  return withoutZeros(apportion(owedCents(row), weights, 0));
}

export const withoutZeros = (amounts: ByRate): ByRate =>
  new Map([...amounts].filter(([, cents]) => cents !== 0));

export const sumOf = (amounts: ByRate): number =>
  [...amounts.values()].reduce((sum, cents) => sum + cents, 0);
