import type { AdminBookingDetail } from '@venue-booking/proto/adminBooking';

/** What of a booking's payments can still be given back, in euro. */
export const leftOf = ({ payments = [] }: Pick<AdminBookingDetail, 'payments'>): number =>
  payments
    .filter(({ paid_at }) => paid_at !== null)
    .reduce(
      (cents, { amount_eur, refunded_eur }) => cents + Math.round((amount_eur - refunded_eur) * 100),
      0,
    ) / 100;
