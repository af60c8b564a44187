import type { Booking as Row } from '../gen/prisma/client.ts';
import { heldOf, paidOf, wasPaid } from './keptMoney.ts';

/** Effect of a new price on a booking's online payment, in cents. */
export type ChangedPrice = {
  /** The part of the online payment that counts towards the new price; null if nothing was paid online. */
  paidCents: number | null;
  /** The amount to refund. */
  backCents: number;
  /** The amount still to pay if the booking was paid online. */
  openCents: number;
};

type Paid = Parameters<typeof heldOf>[0] & Pick<Row, 'paymentStatus'>;

/** What was paid is never charged again, and the venue keeps no more than the new price. */
export function changedPrice(row: Paid, amountCents: number): ChangedPrice {
  if (!wasPaid(row)) return { paidCents: null, backCents: 0, openCents: 0 };
  // After a failed refund the venue has more than counted for the old price.
  const paidCents = Math.min(Math.max(paidOf(row), heldOf(row)), amountCents);
  return {
    paidCents,
    backCents: Math.max(0, heldOf(row) - paidCents),
    openCents: amountCents - paidCents,
  };
}

type Standing = Pick<Row, 'paymentStatus' | 'paidCents' | 'amountCents' | 'status'>;

/** Cents of an active booking that were not paid online; the whole price if it needed no online payment. */
export const unpaidOf = (row: Standing): number =>
  ['confirmed', 'checked_in', 'no_show'].includes(row.status)
    ? Number(row.amountCents) - (row.paymentStatus === null ? 0 : paidOf(row))
    : 0;

/** The open amount of a booking that was paid online and has become more expensive. Guests see it. */
export const openOf = (row: Standing): number => (row.paymentStatus === null ? 0 : unpaidOf(row));
