import type { Booking as Row } from '../gen/prisma/client.ts';
import { heldOf, paidOf, wasPaid } from './keptMoney.ts';

/** What becomes of the money of a booking as its price changes, in cents. */
export type ChangedPrice = {
  /** What of what was paid online is for it from then on; null when nothing was. */
  paidCents: number | null;
  /** What goes back of that. */
  backCents: number;
  /** What is left to pay of one that was paid online. */
  openCents: number;
};

type Paid = Parameters<typeof heldOf>[0] & Pick<Row, 'paymentStatus'>;

/** Nothing is asked for again that was paid, and nothing kept beyond the price. */
export function changedPrice(row: Paid, amountCents: number): ChangedPrice {
  if (!wasPaid(row)) return { paidCents: null, backCents: 0, openCents: 0 };
  const paidCents = Math.min(paidOf(row), amountCents);
  return {
    paidCents,
    backCents: Math.max(0, heldOf(row) - paidCents),
    openCents: amountCents - paidCents,
  };
}

type Standing = Pick<Row, 'paymentStatus' | 'paidCents' | 'amountCents' | 'status'>;

/** Cents of a booking that stands that were not paid online, as where none of it was to be. */
export const unpaidOf = (row: Standing): number =>
  ['confirmed', 'checked_in', 'no_show'].includes(row.status)
    ? Number(row.amountCents) - (row.paymentStatus === null ? 0 : paidOf(row))
    : 0;

/** The same of one that was paid online and has become dearer since: its guest is told that they are left. */
export const openOf = (row: Standing): number => (row.paymentStatus === null ? 0 : unpaidOf(row));
