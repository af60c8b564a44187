import { Prisma, type Booking as Row } from '../gen/prisma/client.ts';
import { heldOf, type heldOnlineOf, laterOf, paidOf, wasPaid } from './keptMoney.ts';

/** Effect of a new price on a booking's online payments, in cents. */
export type ChangedPrice = {
  /** The part of the first online payment that counts towards the new price; null if it never came in. */
  paidCents: number | null;
  /** The part of later online payments that counts towards the new price. */
  laterCents: number;
  /** The amount to refund, of all of them. */
  backCents: number;
  /** The amount still to pay, of a booking that was paid in part. */
  openCents: number;
};

type Paid = Parameters<typeof heldOnlineOf>[0];

/**
 * What was paid is never charged again, and the venue keeps no more than the new price. Online payments are
 * refunded before the money of the desk, which somebody has to return by hand; of them, the newest first.
 */
export function changedPrice(row: Paid, amountCents: number): ChangedPrice {
  const rest = Math.max(0, amountCents - Number(row.deskCents));
  // After a failed refund the venue has more than counted for the old price.
  const paidCents = wasPaid(row) ? Math.min(Math.max(paidOf(row), heldOf(row)), rest) : null;
  const later = laterOf(row);
  const laterCents = Math.min(later, rest - (paidCents ?? 0));
  return {
    ...{ paidCents, laterCents },
    backCents: (paidCents === null ? 0 : Math.max(0, heldOf(row) - paidCents)) + later - laterCents,
    openCents: wasPaid(row) || row.furtherCents !== 0n ? rest - (paidCents ?? 0) - laterCents : 0,
  };
}

/** The columns that {@link unpaidOf} reads. */
export type Standing = Pick<Row, 'paymentStatus' | 'paidCents' | 'amountCents' | 'status' | 'furtherCents'>;

const isActive = ({ status }: Pick<Row, 'status'>) => ['confirmed', 'checked_in', 'no_show'].includes(status);

/** The price less everything that was paid, online and at the desk; below zero after a lower price. */
const balanceOf = (row: Standing): number =>
  Number(row.amountCents) - (row.paymentStatus === null ? 0 : paidOf(row)) - Number(row.furtherCents);

/** Cents of an active booking that are not paid yet, neither online nor at the desk. */
export const unpaidOf = (row: Standing): number => (isActive(row) ? Math.max(0, balanceOf(row)) : 0);

/**
 * Cents of the desk's money that the venue returns by hand: what an active booking has too much, and what the
 * cancellation did not keep.
 */
export function toReturnOf(row: Standing & Pick<Row, 'deskCents' | 'deskKeptCents'>): number {
  const desk = Number(row.deskCents);
  if (isActive(row)) return Math.min(desk, Math.max(0, -balanceOf(row)));
  return Math.max(0, desk - Number(row.deskKeptCents ?? 0n));
}

/** {@link toReturnOf} in SQL, of an active booking `b`. */
export const TO_RETURN_CENTS = Prisma.sql`least(b.desk_cents, greatest(0, b.further_cents - b.amount_cents
  + CASE WHEN b.payment_status IS NULL THEN 0 ELSE coalesce(b.paid_cents, b.amount_cents) END))`;

/** The open amount of a booking that was partly paid. Guests see it. */
export const openOf = (row: Standing): number =>
  row.paymentStatus === null && row.furtherCents === 0n ? 0 : unpaidOf(row);
