import { unpaidOf } from '../core/changedPrice.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';

/** A later online payment as stored. */
export type LaterPayment = {
  id: string;
  status: 'open' | 'paid' | 'closed';
  purpose: 'rest' | 'change';
  amountCents: bigint;
  backCents: bigint;
  refundingCents: bigint;
  feeCents: bigint;
  /** Deadline for paying. */
  payUntil: Date;
};

/**
 * What a booking uses of money that arrived for a later payment, in cents: at most what is open now. The rest
 * is refunded: the booking may be cancelled, the price lower, or another payment quicker.
 */
export function countedOf(row: Parameters<typeof unpaidOf>[0], arrivedCents: number): number {
  return Math.max(0, Math.min(arrivedCents, unpaidOf(row)));
}

/** Cents returned of a later payment after payment reported a refund, and the part still to be reported. */
type Returned = Pick<LaterPayment, 'backCents' | 'refundingCents'>;

/**
 * A report about a refund. `made`: money went back. `failed`: such money stays after all. `rejected`: a
 * refund that was asked for was never made.
 */
export type RefundReport = { is: 'made' | 'failed' | 'rejected'; cents: bigint };

/**
 * Applies a report to what was returned. Refunds that booking asked for are in `backCents` before payment
 * reports them; others, such as chargebacks, only then. The result is the same in every order of reports.
 */
export function afterReport({ backCents, refundingCents }: Returned, { is, cents }: RefundReport): Returned {
  if (is === 'failed') return { backCents: backCents - cents, refundingCents };
  const expected = cents < refundingCents ? cents : refundingCents;
  const rest = { refundingCents: refundingCents - expected };
  return { ...rest, backCents: is === 'made' ? backCents + cents - expected : backCents - expected };
}

/** Whether a later payment can still be paid. @param now ms since 1970 */
export const isOpenNow = ({ status, payUntil }: LaterPayment, now: number): boolean =>
  status === 'open' && now < payUntil.getTime();

/** Cents that can be paid online until the slot starts; 0: none. @param now ms since 1970 */
export const payableOf = (
  row: Parameters<typeof unpaidOf>[0] & Pick<Row, 'startsAt'>,
  now: number,
): number => (now < row.startsAt.getTime() ? unpaidOf(row) : 0);
