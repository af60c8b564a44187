import { PaymentStatus } from '@venue-booking/proto/payment/paymentStatus';

/** Allowed status transitions, of a payment and of each attempt. */
export const nextPaymentStatuses = {
  open: ['paid', 'failed', 'canceled', 'expired'],
  // A payment may arrive late: the provider's "paid" is recorded after any other outcome.
  failed: ['paid'],
  canceled: ['paid'],
  expired: ['paid'],
  paid: ['refunded'],
  // A refund that the provider accepted may still fail.
  refunded: ['paid'],
} satisfies Record<PaymentStatus, PaymentStatus[]>;

/** Statuses that may change to `status`. */
export const paymentStatusesBefore = (status: PaymentStatus): PaymentStatus[] =>
  PaymentStatus.options.filter((before) => (nextPaymentStatuses[before] as PaymentStatus[]).includes(status));
