import type { AdminBookingDetail } from '@venue-booking/proto/adminBooking';

/** What becomes of the money of a booking that is cancelled, and what the API is told of that. */
export type MoneyWish = 'refund' | 'rules' | 'keep';
export const refundOf = { refund: true, rules: 'rules', keep: false } as const satisfies Record<
  MoneyWish,
  unknown
>;

/** What of a booking's payments can still be given back, in euro. */
export const leftOf = ({ payments = [] }: Pick<AdminBookingDetail, 'payments'>): number =>
  payments
    .filter(({ paid_at }) => paid_at !== null)
    .reduce(
      (cents, { amount_eur, refunded_eur }) => cents + Math.round((amount_eur - refunded_eur) * 100),
      0,
    ) / 100;
