import type { AdminBookingDetail } from '@venue-booking/proto/booking/adminBooking';

/** The refund choice of a cancellation, and its value in the API. */
export type RefundChoice = 'refund' | 'rules' | 'keep';
export const refundOf = { refund: true, rules: 'rules', keep: false } as const satisfies Record<
  RefundChoice,
  unknown
>;

/** The amount of a booking's payments that can still be refunded, in euro. */
export const refundableOf = ({ payments = [] }: Pick<AdminBookingDetail, 'payments'>): number =>
  payments
    .filter(({ paid_at }) => paid_at !== null)
    .reduce(
      (cents, { amount_eur, refunded_eur }) => cents + Math.round((amount_eur - refunded_eur) * 100),
      0,
    ) / 100;

/** Whether a guest paid online, at booking or later by a link, and the venue still has some of it. */
export const hasOnlineMoney = (booking: Pick<AdminBookingDetail, 'payments' | 'payment_status'>): boolean =>
  booking.payment_status === 'paid' || refundableOf(booking) > 0;
